/** The result of the last action on an import, shown where the action was: at the source, or at the start. */
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { maxNameLength } from '../../../lib/text/name-length.ts';
import type { ImportNotice } from './import-state.ts';
import type { ImportModel } from './import-model.ts';

type Place = 'source' | 'start';

const places: Readonly<Record<ImportNotice['name'], Place>> = {
  'too-large': 'source',
  'not-readable': 'source',
  'draft-not-read': 'source',
  tabs: 'source',
  'not-stored': 'start',
  'not-started': 'start',
  'long-name': 'start',
  'nothing-left': 'start',
  added: 'start',
  'not-added': 'start',
};

export interface ImportNoticesProps {
  readonly model: ImportModel;
  readonly about: Place;
}

export function ImportNotices({ model, about }: ImportNoticesProps) {
  const notice = model.notice.value;
  return (
    <div role="status" class="notice">
      {notice !== null && places[notice.name] === about && <Notice notice={notice} />}
    </div>
  );
}

function Notice({ notice }: { readonly notice: ImportNotice }) {
  switch (notice.name) {
    case 'too-large':
      return <>{t('bulkTooLarge')}</>;
    case 'not-readable':
      return <>{t('bulkNotReadable')}</>;
    case 'not-stored':
      return <>{t('bulkNotStored')}</>;
    case 'not-started':
      return <>{describeFailure(notice.failure, Date.now()).sentence}</>;
    case 'long-name':
      return <>{formatCount('problemLongName', maxNameLength)}</>;
    case 'draft-not-read':
      return <>{t('bulkDraftNotRead')}</>;
    case 'nothing-left':
      return <>{t('bulkNoRowsReady')}</>;
    case 'tabs':
      return (
        <>
          <p>{formatCount('bulkTabsAdded', notice.taken)}</p>
          {notice.skipped > 0 && <p>{formatCount('bulkTabsSkipped', notice.skipped)}</p>}
        </>
      );
    case 'added':
      return <>{formatCount('bulkAdded', notice.count)}</>;
    case 'not-added':
      return (
        <>
          <p>
            <bdi>{t('bulkNotAdded', notice.what)}</bdi>
          </p>
          {notice.failure && (
            <p>
              <bdi>{describeFailure(notice.failure, Date.now()).sentence}</bdi>
            </p>
          )}
        </>
      );
  }
}
