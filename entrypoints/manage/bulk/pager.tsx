/** Turns the pages of a long table. */
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
  return (
    <nav aria-label={t('bulkPages')} class="pager">
      {/* `disabled` would take the focus away on the last page. */}
      <button type="button" aria-disabled={page === 0} onClick={() => turn(page - 1)}>
        {t('bulkPreviousRows')}
      </button>
      <span>
        {t(
          'bulkRowsOf',
          formatNumber(from),
          formatNumber(Math.min(total, from + rowsOnPage - 1)),
          formatNumber(total),
        )}
      </span>
      <button type="button" aria-disabled={page === last} onClick={() => turn(page + 1)}>
        {t('bulkNextRows')}
      </button>
    </nav>
  );
}
