import { t } from '../../lib/i18n/t.ts';

/** The browser does not let the mirror be read, which is not the same as an empty one. */
export function MirrorUnreadable({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div role="alert" class="failure">
      <p>{t('mirrorUnreadable')}</p>
      <p class="acts">
        <button type="button" onClick={onRetry}>
          {t('tryAgain')}
        </button>
      </p>
    </div>
  );
}
