/** A restored form whose password was not kept: without another one, the link is created without a password. */
import { TriangleAlert } from 'lucide';
import { Banner } from '../../../components/banner.tsx';
import { t } from '../../../lib/i18n/t.ts';
import '../lazy-styles.ts';

export function PasswordNote() {
  return (
    <Banner role="alert" tone="decision" icon={TriangleAlert}>
      <p>{t('passwordLeft')}</p>
    </Banner>
  );
}
