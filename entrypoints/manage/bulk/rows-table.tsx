/** A page of the rows of an import or a bulk as a table, with the pager below it, and the cells that both have. */
import type { ComponentChildren } from 'preact';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { Pager, type PagerProps } from './pager.tsx';
import { StatusIcon, type TonedIcon } from './status-icon.tsx';

interface RowsTableProps extends Pick<PagerProps, 'page' | 'total' | 'onTurn'> {
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
          <p key={reason} class="reason">
            <bdi>{reason}</bdi>
          </p>
        ))}
      </div>
    </div>
  );
}
