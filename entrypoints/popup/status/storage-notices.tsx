/** What has gone wrong with stored data. */
import { CircleAlert, Info } from 'lucide';
import { Banner } from '../../../components/banner.tsx';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';

export function StorageNotices({ model }: ModelProps) {
  const { damaged, storageReclaimed } = model.view.value;
  const storageFailing = model.view.value.storageFailing || model.draftFailed.value;
  return (
    <>
      {damaged && (
        <Banner icon={Info}>
          <p>{t('damagedNotice')}</p>
        </Banner>
      )}
      {storageFailing && (
        <Banner role="alert" tone="failure" icon={CircleAlert}>
          <p>{t('storageFailing')}</p>
        </Banner>
      )}
      {storageReclaimed && !storageFailing && (
        <Banner icon={Info}>
          <p>{t('storageReclaimed')}</p>
        </Banner>
      )}
    </>
  );
}
