/** The results of a bulk's rows, with the filter and the exports. */
import { ChoiceField } from '../../../components/link-options/field.tsx';
import type { Bulk, BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { BulksModel } from './bulks-model.ts';
import type { ResultFilter } from './bulks-state.ts';
import { describeReason, stateLabel } from './results.ts';
import { RowsTable, RowUrl } from './rows-table.tsx';

export interface BulkResultsProps {
  readonly bulk: Bulk;
  readonly model: BulksModel;
  readonly deps: SectionDeps;
}

export function BulkResults({ bulk, model, deps }: BulkResultsProps) {
  const { id, name } = bulk;
  return (
    <section aria-labelledby="bulk-results">
      <h3 id="bulk-results">{t('bulkResults')}</h3>
      <div class="table-head">
        <div class="options">
          <ChoiceField<ResultFilter>
            id="bulk-result-filter"
            label={t('bulkShown')}
            value={model.filter.value}
            choices={filters(bulk)}
            onChoose={model.setFilter}
          />
        </div>
        <p class="acts">
          <button type="button" onClick={() => model.download(id, fileName(name))}>
            {t('bulkDownload')}
          </button>
          <button type="button" onClick={() => model.copyMarkdown(id)}>
            {t('bulkCopyMarkdown')}
          </button>
          <button type="button" onClick={() => model.copyText(id)}>
            {t('copy')}
          </button>
        </p>
      </div>
      <RowsTable
        caption={t('bulkResults')}
        columns={[t('bulkRow'), t('bulkLink'), t('bulkResultColumn')]}
        page={model.page.value}
        total={model.total.value}
        onTurn={model.goToPage}
      >
        {model.rows.value.map((row) => (
          <Row key={row.n} row={row} now={deps.now()} />
        ))}
      </RowsTable>
    </section>
  );
}

function filters({ counts }: Bulk): readonly (readonly [ResultFilter, string])[] {
  const { waiting, out, asks, done, refused, cancelled, 'left-out': leftOut } = counts;
  const open = waiting + out + asks;
  const all = open + done + refused + cancelled + leftOut;
  return [
    ['all', t('bulkFilterAll', formatNumber(all))],
    ['done', t('bulkFilterCreated', formatNumber(done))],
    ['refused', t('bulkFilterFailed', formatNumber(refused))],
    ['open', t('bulkFilterPending', formatNumber(open))],
    ['left-out', t('bulkFilterSkipped', formatNumber(leftOut))],
    ['cancelled', t('bulkFilterCanceled', formatNumber(cancelled))],
  ];
}

/** A file name that is valid on every system. */
function fileName(name: string): string {
  const plain = name
    .replace(/\.(?:csv|tsv|txt)$/iu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
    .slice(0, 60);
  return `${plain || 'links'}-short.csv`;
}

function Row({ row, now }: { readonly row: BulkRow; readonly now: number }) {
  const { link, made, state } = row;
  const reason = describeReason(row, now);
  return (
    <tr data-state={state}>
      <th scope="row">{formatNumber(row.n + 1)}</th>
      <td>
        {made?.shortUrl && (
          <p>
            <bdi dir="ltr" class="short-link">
              {displayUrl(made.shortUrl)}
            </bdi>
          </p>
        )}
        <p class={made?.shortUrl ? 'row-facts' : undefined}>
          <RowUrl url={link.address} />
        </p>
      </td>
      <td class="checks">
        {stateLabel(row)}
        {reason !== '' && (
          <p>
            <bdi>{reason}</bdi>
          </p>
        )}
      </td>
    </tr>
  );
}
