/** Turns the pages of a long table. */
import { ChevronLeft, ChevronRight } from 'lucide';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { rowsOnPage } from './bulks-reader.ts';

export interface PagerProps {
  /** From 0. */
  readonly page: number;
  readonly total: number;
  readonly onTurn: (page: number) => void;
}

export function Pager({ page, total, onTurn }: PagerProps) {
  if (total <= rowsOnPage) return null;
  const last = Math.ceil(total / rowsOnPage) - 1;
  const from = page * rowsOnPage + 1;
  const turn = (to: number) => {
    if (to >= 0 && to <= last) onTurn(to);
  };
  const button = (icon: typeof ChevronLeft, name: string, to: number, isLast: boolean) => (
    // `disabled` would take the focus away on the last page.
    <Button
      icon={icon}
      mirrors
      class="icon"
      aria-label={name}
      title={name}
      aria-disabled={isLast}
      onClick={() => turn(to)}
    />
  );
  return (
    <nav aria-label={t('bulkPages')} class="pager">
      <span>
        {t(
          'bulkRowsOf',
          formatNumber(from),
          formatNumber(Math.min(total, from + rowsOnPage - 1)),
          formatNumber(total),
        )}
      </span>
      <span>
        {button(ChevronLeft, t('bulkPreviousRows'), page - 1, page === 0)}
        {button(ChevronRight, t('bulkNextRows'), page + 1, page === last)}
      </span>
    </nav>
  );
}
