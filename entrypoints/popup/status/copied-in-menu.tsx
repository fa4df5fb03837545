import { Check } from 'lucide';
import { Banner } from '../../../components/banner.tsx';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';

/** The popup has opened automatically to show this. */
export function CopiedInMenu({ shortUrl }: { readonly shortUrl: string }) {
  return (
    <div role="status">
      <Banner icon={Check} heading={t('copied')}>
        <p>
          <bdi dir="ltr">{displayUrl(shortUrl)}</bdi>
        </p>
        <p class="note">{t(import.meta.env.FIREFOX ? 'nextStepPinFirefox' : 'nextStepPin')}</p>
      </Banner>
    </div>
  );
}
