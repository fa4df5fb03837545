/** The parts of the popup and the link page that the first paint does without, so that they load right after it. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import type { RecentMeta } from '../../components/recent-list.tsx';
import type { OpenCombobox } from '../../components/combobox/types.ts';
import type { RecentLink } from '../../lib/storage/recent-links.ts';
import { AliasText } from './form/alias-text.tsx';
import type { PickerField } from './form/record-pickers.ts';
import type { JobProps, ModelProps, PopupModel } from './model.ts';
import type { PresetFields } from '../../lib/presets/preset.ts';
import type { MoreRecentsProps } from './more-recents.tsx';
import type { ExistingLinkProps } from './status/existing-link-note.tsx';
import type { PopupLinkTilesProps } from './status/link-tiles.tsx';
import type { AllNoticesProps } from './status/notices.tsx';

type ModelComponent = FunctionComponent<ModelProps>;

interface MoreOptionsProps extends ModelProps {
  readonly isOpen: boolean;
  /** Offers to open the link page; false on that page itself. */
  readonly offersPage: boolean;
  /** The stored fields of the preset that is edited; empty for a new one. */
  readonly preset?: PresetFields | undefined;
}

export interface PopupParts {
  readonly NotConnected: ModelComponent;
  /** In the place of the monogram. */
  readonly NoPageIcon: FunctionComponent;
  readonly UrlField: ModelComponent;
  /** The fields of the link row, in place of their text (form/link-row.tsx). */
  readonly DomainField: ModelComponent;
  readonly AliasField: ModelComponent;
  readonly AliasProblem: ModelComponent;
  readonly ClickCount: FunctionComponent<{ readonly clicks: number | null | undefined }>;
  readonly ExistingLinkNote: FunctionComponent<ExistingLinkProps>;
  readonly NewPixel: ModelComponent;
  readonly OptionsCount: ModelComponent;
  readonly MoreOptions: FunctionComponent<MoreOptionsProps>;
  readonly FormNotes: ModelComponent;
  readonly LinkTiles: FunctionComponent<PopupLinkTilesProps>;
  readonly JobStatus: FunctionComponent<JobProps>;
  readonly Notices: FunctionComponent<AllNoticesProps>;
  readonly StatusBar: ModelComponent;
  readonly FooterMenu: ModelComponent;
  readonly CopyStatus: ModelComponent;
  readonly MoreRecents: FunctionComponent<MoreRecentsProps>;

  /** `null` for pickers that can't open yet: they record what is typed, and Enter, for the list to replay. */
  readonly openCombobox: ReadonlySignal<OpenCombobox | null>;
  /** Most links are created without opening a picker. */
  readonly loadCombobox: () => void;
  readonly describeRecent: (model: PopupModel, link: RecentLink) => RecentMeta;

  readonly create: (model: PopupModel, field: PickerField, name: string) => void;
  readonly openManage: () => void;
  readonly openSettings: () => void;
  readonly openTabChoice: (model: PopupModel) => void;
  /** Must be the first thing in a press: the browser grants the permission only there. */
  readonly allowPageMetadata: (model: PopupModel) => void;
}

export interface PartProps extends ModelProps {
  readonly parts: PopupParts;
}

/** Calls back with the module, immediately or as soon as it has loaded, in the order of the calls. */
type WhenLoaded = (act: (deferred: { readonly parts: PopupParts }) => Promise<void>) => Promise<void>;

const Nothing = () => null;

/** Stands in for the parts at the first paint: components draw nothing, and actions run once the parts have loaded. */
export function shellParts(whenLoaded: WhenLoaded): PopupParts {
  // Should the parts not load, the page stays as it was first painted; the next opening loads them.
  const run = (act: (parts: PopupParts) => void) =>
    void whenLoaded(async ({ parts }) => act(parts)).catch(() => undefined);
  return {
    NotConnected: Nothing,
    NoPageIcon: Nothing,
    UrlField: Nothing,
    DomainField: Nothing,
    AliasField: AliasText,
    AliasProblem: Nothing,
    ClickCount: Nothing,
    ExistingLinkNote: Nothing,
    NewPixel: Nothing,
    OptionsCount: Nothing,
    MoreOptions: Nothing,
    FormNotes: Nothing,
    LinkTiles: Nothing,
    JobStatus: Nothing,
    Notices: Nothing,
    StatusBar: Nothing,
    FooterMenu: Nothing,
    CopyStatus: Nothing,
    MoreRecents: Nothing,
    openCombobox: signal(null),
    loadCombobox: () => run((parts) => parts.loadCombobox()),
    describeRecent: () => ({ age: '', clicks: '' }),
    create: (model, field, name) => run((parts) => parts.create(model, field, name)),
    openManage: () => run((parts) => parts.openManage()),
    openSettings: () => run((parts) => parts.openSettings()),
    openTabChoice: (model) => run((parts) => parts.openTabChoice(model)),
    allowPageMetadata: (model) => run((parts) => parts.allowPageMetadata(model)),
  };
}
