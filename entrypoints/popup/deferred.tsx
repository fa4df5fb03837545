/** The code that the first paint does without: loaded right after it. */
import { GlobeLock } from 'lucide';
import { Icon } from '../../components/icon.tsx';
import { openCombobox } from '../../components/combobox/open-combobox.tsx';
import { formatCount } from '../../lib/i18n/plural.ts';
import { create, isCreating } from './form/create-record.ts';
import { AliasField, AliasProblem, DomainField } from './form/link-fields.tsx';
import { MoreOptionsLoader } from './form/more-options-loader.tsx';
import { NewPixel } from './form/new-pixel.tsx';
import { FormNotes, OptionsCount } from './form/options-summary.tsx';
import { UrlField } from './form/url-field.tsx';
import { onKey } from './hotkeys.ts';
import { lazy } from './lazy.tsx';
import { openManage, openSettings } from './navigate.ts';
import { pageMetadataReader } from './page-metadata/page-metadata.ts';
import type { PopupParts } from './shell-parts.ts';
import { describeRecent } from './recent-list-meta.ts';
import { CopyStatus } from './status/copy-status.tsx';
import { JobStatus } from './status/job-status.tsx';
import { PopupLinkTiles } from './status/link-tiles.tsx';
import { Notices } from './status/notices.tsx';
import { StatusBar } from './status/status-bar.tsx';

export { copyInPage } from '../../lib/browser/clipboard.ts';
export { removeStorage } from '../../lib/browser/storage.ts';
export { sendWithRetry } from '../../lib/messages/client.ts';
export { submitCommand } from '../../lib/messages/submit-command.ts';
export { startAfterPaint } from './after-paint.ts';

export const parts: PopupParts = {
  NotConnected: lazy(async () => (await import('./status/not-connected.tsx')).NotConnected),
  NoPageIcon: () => <Icon of={GlobeLock} size={20} />,
  UrlField,
  DomainField,
  AliasField,
  AliasProblem,
  ClickCount: ({ clicks }) =>
    clicks == null ? null : <span class="clicks">{formatCount('clicks', clicks)}</span>,
  NewPixel,
  OptionsCount,
  MoreOptions: MoreOptionsLoader,
  FormNotes,
  LinkTiles: PopupLinkTiles,
  JobStatus,
  Notices,
  StatusBar,
  CopyStatus,
  openCombobox,
  isCreating,
  describeRecent,
  maxRecents: Infinity,
  create,
  onKey,
  openManage: () => void openManage(),
  openSettings,
  allowPageMetadata: pageMetadataReader.allow,
};
