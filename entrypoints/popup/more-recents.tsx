/** Shows the recent links that don't fit at first: in the popup's own scroll area, as a second one inside it is hard to use. */
import { Button } from '../../components/button.tsx';
import { formatNumber } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';

interface MoreRecentsProps {
  readonly hidden: number;
  readonly onClick: (showsAll: true) => void;
}

export function MoreRecents({ hidden, onClick }: MoreRecentsProps) {
  return hidden > 0 && <Button text={t('showMore', formatNumber(hidden))} onClick={() => onClick(true)} />;
}
