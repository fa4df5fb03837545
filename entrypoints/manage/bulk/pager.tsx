/** The way through a long table, a page of rows at a time. */
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';

export interface PagerProps {
  readonly label: string;
  /** From 0. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly onTurn: (page: number) => void;
}

export function Pager({ label, page, size, total, onTurn }: PagerProps) {
  if (total <= size) return null;
  const last = Math.ceil(total / size) - 1;
  const from = page * size + 1;
  const turn = (to: number) => {
    if (to >= 0 && to <= last) onTurn(to);
  };
  return (
    <nav aria-label={label} class="pager">
      {/* Not disabled, which would take the focus away at the end. */}
      <button type="button" aria-disabled={page === 0} onClick={() => turn(page - 1)}>
        {t('bulkPreviousRows')}
      </button>
      <span>
        {t(
          'bulkRowsOf',
          formatNumber(from),
          formatNumber(Math.min(total, from + size - 1)),
          formatNumber(total),
        )}
      </span>
      <button type="button" aria-disabled={page === last} onClick={() => turn(page + 1)}>
        {t('bulkNextRows')}
      </button>
    </nav>
  );
}
