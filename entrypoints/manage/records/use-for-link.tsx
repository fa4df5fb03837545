/** The button of a splash page or an overlay that opens the form for a new link with it. */
import { Plus } from 'lucide';
import { Button } from '../../../components/button.tsx';
import type { Id } from '../../../lib/api/ids.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageProps } from '../model.ts';
import { openNewLink } from './open-new-link.ts';

interface UseForLinkProps extends ManageProps {
  readonly type: Id;
  /** "Use in new link: splash page Welcome" */
  readonly label: string;
}

export function UseForLink({ page, type, label }: UseForLinkProps) {
  return (
    <Button
      icon={Plus}
      text={t('useForLink')}
      class="quiet"
      aria-label={label}
      onClick={() => page.reportFailureOf(() => openNewLink({ type }))}
    />
  );
}
