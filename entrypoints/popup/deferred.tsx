/** The code that the first paint does without: loaded right after it. */
import { signal } from '@preact/signals';
import { GlobeLock } from 'lucide';
import { Icon } from '../../components/icon.tsx';
import type { OpenCombobox } from '../../components/combobox/types.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import type { LinkByUrl } from '../../lib/storage/links-by-url.ts';
import type { create } from './form/create-record.ts';
import { AliasField, AliasProblem, DomainField } from './form/link-fields.tsx';
import type { MoreOptionsProps } from './form/more-options.tsx';
import { openAsPage } from './form/open-as-page.ts';
import { FormNotes, OptionsCount } from './form/options-summary.tsx';
import type { PickerField } from './form/record-pickers.ts';
import { FooterMenu } from './footer-menu.tsx';
import { lazy } from './lazy.tsx';
import type { ModelProps, PopupModel } from './model.ts';
import { MoreRecents } from './more-recents.tsx';
import { openManage, openSettings } from './navigate.ts';
import { pageMetadataReader } from './page-metadata/page-metadata.ts';
import { describeRecent } from './recent-list-meta.ts';
import { CopyStatus } from './status/copy-status.tsx';
import { PopupLinkTiles } from './status/link-tiles.tsx';
import { Notices } from './status/notices.tsx';
import { StatusBar } from './status/status-bar.tsx';

export { copyInPage } from '../../lib/browser/clipboard.ts';
export { sendWithRetry } from '../../lib/messages/client.ts';
export { submitCommand } from '../../lib/messages/submit-command.ts';
export { startAfterPaint } from './after-paint.ts';

const MoreOptions = lazy(async () => (await import('./form/more-options.tsx')).MoreOptions);
const NewPixel = lazy(async () => (await import('./form/new-pixel.tsx')).NewPixel);

/** `null` for pickers that can't open yet: they record what is typed, and Enter, for the list to replay. */
const openCombobox = signal<OpenCombobox | null>(null);
const createRecord = signal<typeof create | null>(null);

interface MorePartProps extends Pick<MoreOptionsProps, 'model' | 'preset'> {
  /** Offers to open the link page; false on that page itself. */
  readonly offersPage: boolean;
}

/** The first paint has placeholders for them (shell-parts.tsx). */
export const parts = {
  CopiedInMenu: lazy(async () => (await import('./status/problems.tsx')).CopiedInMenu),
  NotConnected: lazy(async () => (await import('./status/not-connected.tsx')).NotConnected),
  /** Replaces the monogram. */
  NoPageIcon: () => <Icon of={GlobeLock} size={20} />,
  UrlField: lazy(async () => (await import('./form/url-field.tsx')).UrlField),
  /** Replace the text of the link row (form/link-row.tsx). */
  DomainField,
  AliasField,
  AliasProblem,
  ClickCount: ({ clicks }: Pick<LinkByUrl, 'clicks'>) =>
    clicks == null ? null : <span class="clicks">{formatCount('clicks', clicks)}</span>,
  ExistingLinkNote: lazy(async () => (await import('./status/existing-link-note.tsx')).ExistingLinkNote),
  LinksToPage: lazy(async () => (await import('./status/existing-link-note.tsx')).LinksToPage),
  NewPixel: ({ model }: ModelProps) => model.nestedForms.newPixel.value && <NewPixel model={model} />,
  OptionsCount,
  MoreOptions: ({ offersPage, ...props }: MorePartProps) => (
    <MoreOptions {...props} reader={pageMetadataReader} {...(offersPage && { onOpenAsPage: openAsPage })} />
  ),
  FormNotes,
  LinkTiles: PopupLinkTiles,
  JobStatus: lazy(async () => (await import('./status/job-status.tsx')).JobStatus),
  Notices,
  StatusBar,
  FooterMenu,
  CopyStatus,
  MoreRecents,
  openCombobox,
  /** Most links are created without opening a picker. */
  loadCombobox: (): void =>
    void Promise.all([
      import('../../components/combobox/open-combobox.tsx'),
      import('./form/create-record.ts'),
      // The look of the list.
      import('./lazy-styles.ts'),
    ]).then(
      ([combobox, records]) => {
        createRecord.value = records.create;
        openCombobox.value = combobox.openCombobox;
      },
      (error: unknown) => reportError(error),
    ),
  describeRecent,
  // Synchronous: a link that the next press submits waits for the record.
  create: (model: PopupModel, field: PickerField, name: string): void =>
    createRecord.peek()?.(model, field, name),
  openManage: (): void => void openManage(),
  openSettings: (): void => void openSettings(),
  openTabChoice: (model: PopupModel): void =>
    void import('./tab-choice.ts').then((loaded) => loaded.openTabChoice(model)),
  /** Must be the first thing in a press: the browser grants the permission only there. */
  allowPageMetadata: pageMetadataReader.allow,
};
