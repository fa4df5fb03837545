/** Sites that the extension may still access, other than the connected service. */
import { CircleAlert } from 'lucide';
import { useRef } from 'preact/hooks';
import { Banner } from '../../components/banner.tsx';
import { useFocusRestoreOf } from '../../components/use-focus-restore.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ModelProps } from './model.ts';
import { Button } from '../../components/button.tsx';

export function OtherAccess({ model }: ModelProps) {
  const origins = model.otherOrigins.value;
  const last = model.removedOrigin.value;
  const section = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  useFocusRestoreOf('other-access', () => section.current?.querySelector('button') ?? status.current);
  return (
    <div ref={section} class="other-access" data-item="other-access">
      {origins.length > 0 && (
        <>
          <p id="other-access" class="note">
            {t('otherAccess')}
          </p>
          <ul aria-labelledby="other-access" class="card rows">
            {origins.map((pattern) => (
              <li key={pattern} class="setting">
                <bdi dir="ltr">{siteOf(pattern)}</bdi>
                <Button
                  text={t('removeAccess')}
                  aria-label={t('removeAccessTo', siteOf(pattern))}
                  onClick={() => void model.removeOrigin(pattern)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <p ref={status} role="status" tabIndex={-1}>
        {last?.removed === true && t('accessRemoved', siteOf(last.pattern))}
      </p>
      <div role="alert">
        {last?.removed === false && (
          <Banner icon={CircleAlert} tone="failure">
            <p>{t('accessNotRemoved', siteOf(last.pattern))}</p>
          </Banner>
        )}
      </div>
    </div>
  );
}

/** The origin of a match pattern, without its path. */
function siteOf(pattern: string): string {
  return pattern.replace(/\/\*$/u, '');
}
