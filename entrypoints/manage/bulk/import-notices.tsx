/** The result of the last action on an import, shown where the action was: at the source, or at the start. */
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { maxNameLength } from '../../../lib/text/name-length.ts';
import type { ImportNotice } from './import-state.ts';
import type { ImportModel } from './import-model.ts';

/** The other notices are about the start. */
const sourceNotices: readonly ImportNotice['name'][] = [
  'too-large',
  'not-readable',
  'draft-not-read',
  'tabs',
];

interface ImportNoticesProps {
  readonly model: ImportModel;
  readonly about: 'source' | 'start';
}

export function ImportNotices({ model, about }: ImportNoticesProps) {
  const notice = model.notice.value;
  return (
    <div role="status" class="notice">
      {notice !== null && sourceNotices.includes(notice.name) === (about === 'source') && (
        <Notice notice={notice} />
      )}
    </div>
  );
}

function Notice({ notice }: { readonly notice: ImportNotice }) {
  switch (notice.name) {
    case 'too-large':
      return t('bulkTooLarge');
    case 'not-readable':
      return t('bulkNotReadable');
    case 'not-stored':
      return t('bulkNotStored');
    case 'not-started':
      return describeFailure(notice.failure, Date.now()).sentence;
    case 'name-too-long':
      return formatCount('problemLongName', maxNameLength);
    case 'draft-not-read':
      return t('bulkDraftNotRead');
    case 'no-rows-ready':
      return t('bulkNoRowsReady');
    case 'tabs':
      return (
        <>
          <p>{formatCount('bulkTabsAdded', notice.added)}</p>
          {notice.skipped > 0 && <p>{formatCount('bulkTabsSkipped', notice.skipped)}</p>}
        </>
      );
    case 'added':
      return formatCount('bulkAdded', notice.count);
    case 'creating':
      return <bdi>{t('creatingRecord', notice.what)}</bdi>;
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
