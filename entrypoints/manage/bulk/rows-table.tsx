/** A page of the rows of an import or a bulk as a table, with the pager below it, and the cells that both have. */
import type { ComponentChildren } from 'preact';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { StatusIcon, type TonedIcon } from './status-icon.tsx';
import { ChevronLeft, ChevronRight } from 'lucide';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';

export const rowsOnPage = 50;
/** From 0. */
export const lastPageOf = (total: number): number => Math.max(0, Math.ceil(total / rowsOnPage) - 1);

interface RowsTableProps extends PagerProps {
  readonly caption: string;
  readonly columns: readonly ComponentChildren[];
  readonly children: ComponentChildren;
}

export function RowsTable({ caption, columns, children, ...pager }: RowsTableProps) {
  return (
    <>
      <div class="card flush">
        <table class="rows-table">
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={index} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      <Pager {...pager} />
    </>
  );
}

const maxUrlLength = 72;

export function RowUrl({ url }: { readonly url: string }) {
  return (
    <bdi dir="ltr" title={url}>
      <TruncatedText text={displayUrl(url) || '—'} length={maxUrlLength} />
    </bdi>
  );
}

interface RowStatusProps {
  readonly icon: TonedIcon;
  readonly label: string;
  readonly reasons: readonly string[];
}

export function RowStatus({ icon, label, reasons }: RowStatusProps) {
  return (
    <div class="row-status">
      <StatusIcon of={icon} />
      <div>
        <p>{label}</p>
        {reasons.map((reason) => (
          <p key={reason} class="reason hint">
            <bdi>{reason}</bdi>
          </p>
        ))}
      </div>
    </div>
  );
}

interface PagerProps {
  /** From 0. */
  readonly page: number;
  readonly total: number;
  readonly onTurn: (page: number) => void;
}

function Pager({ page, total, onTurn }: PagerProps) {
  if (total <= rowsOnPage) return null;
  const last = lastPageOf(total);
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
    <nav aria-label={t('bulkPages')} class="pager line">
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
