/** The code that the first paint does without: loaded right after it. */
import { signal } from '@preact/signals';
import { GlobeLock } from 'lucide';
import { Icon } from '../../components/icon.tsx';
import type { OpenCombobox } from '../../components/combobox/types.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { AliasField, AliasProblem, DomainField } from './form/link-fields.tsx';
import { FormNotes, OptionsCount } from './form/options-summary.tsx';
import { FooterMenu } from './footer-menu.tsx';
import { lazy } from './lazy.tsx';
import { MoreRecents } from './more-recents.tsx';
import { openAsPage, openManage, openSettings } from './navigate.ts';
import { pageMetadataReader } from './page-metadata/page-metadata.ts';
import type { PopupParts } from './shell-parts.ts';
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

const openCombobox = signal<OpenCombobox | null>(null);
const createRecord = signal<PopupParts['create'] | null>(null);

export const parts: PopupParts = {
  NotConnected: lazy(async () => (await import('./status/not-connected.tsx')).NotConnected),
  NoPageIcon: () => <Icon of={GlobeLock} size={20} />,
  UrlField: lazy(async () => (await import('./form/url-field.tsx')).UrlField),
  DomainField,
  AliasField,
  AliasProblem,
  ClickCount: ({ clicks }) =>
    clicks == null ? null : <span class="clicks">{formatCount('clicks', clicks)}</span>,
  ExistingLinkNote: lazy(async () => (await import('./status/existing-link-note.tsx')).ExistingLinkNote),
  NewPixel: ({ model }) => model.nestedForms.newPixel.value && <NewPixel model={model} />,
  OptionsCount,
  MoreOptions: ({ isOpen, offersPage, ...props }) =>
    isOpen && (
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
  loadCombobox: () =>
    void Promise.all([
      import('../../components/combobox/open-combobox.tsx'),
      import('./form/create-record.ts'),
      // The look of the list.
      import('./late-styles.ts'),
    ]).then(
      ([combobox, records]) => {
        createRecord.value = records.create;
        openCombobox.value = combobox.openCombobox;
      },
      (error: unknown) => reportError(error),
    ),
  describeRecent,
  // Within the press: a link that is submitted by the next one waits for the record.
  create: (model, field, name) => createRecord.peek()?.(model, field, name),
  openManage: () => void openManage(),
  openSettings: () => void openSettings(),
  openTabChoice: (model) => void import('./tab-choice.ts').then((loaded) => loaded.openTabChoice(model)),
  allowPageMetadata: pageMetadataReader.allow,
};
