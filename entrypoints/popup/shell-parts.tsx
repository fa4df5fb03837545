/** The parts of the popup and the link page that the first paint does without (deferred.tsx), and what stands in for them. */
import { signal } from '@preact/signals';
import { t } from '../../lib/i18n/t.ts';
import type { parts as deferredParts } from './deferred.tsx';
import type { ModelProps } from './model.ts';

export type PopupParts = typeof deferredParts;

export interface PartProps extends ModelProps {
  readonly parts: PopupParts;
}

/** Calls back with the module, immediately or as soon as it has loaded, in the order of the calls. */
type WhenLoaded = (act: (deferred: { readonly parts: PopupParts }) => Promise<void>) => Promise<void>;

const Nothing = () => <></>;

function AliasText({ model }: ModelProps) {
  const { alias } = model.form.draft.value;
  return alias === '' ? (
    <span class="alias">{t('aliasAutomatic')}</span>
  ) : (
    <strong class="alias">{alias}</strong>
  );
}

/** At the first paint, components draw nothing, and actions run once the parts have loaded. */
export function shellParts(whenLoaded: WhenLoaded): PopupParts {
  // Should the parts not load, the page stays as it was first painted; the next opening loads them.
  const run = (act: (parts: PopupParts) => void) =>
    void whenLoaded(async ({ parts }) => act(parts)).catch(() => undefined);
  return {
    CopiedInMenu: Nothing,
    NotConnected: Nothing,
    NoPageIcon: Nothing,
    UrlField: Nothing,
    DomainField: Nothing,
    AliasField: AliasText,
    AliasProblem: Nothing,
    ClickCount: Nothing,
    ExistingLinkNote: Nothing,
    LinksToPage: Nothing,
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
