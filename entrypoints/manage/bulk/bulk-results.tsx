/** The results of a bulk's rows, and the exports. */
import { Check, Copy, Download, Hash, Pencil, RotateCw, X, type IconNode } from 'lucide';
import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import type { BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { displayUrl, truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { toFilePart } from '../file-part.ts';
import type { ManageModel } from '../model.ts';
import { RowButton } from '../records/row-button.tsx';
import { BulkNotice } from './bulk-notice.tsx';
import type { BulkPartProps } from './bulk-progress.tsx';
import type { BulksModel } from './bulks-model.ts';
import { describeReasons, shownState, stateLabels } from './results.ts';
import { RowsTable, RowStatus, RowUrl } from './rows-table.tsx';
import { resultIcons } from './status-icon.tsx';
import { formatBulkName } from './labels.ts';

export function BulkResults({ bulk, model, page }: BulkPartProps) {
  return (
    <section aria-labelledby="bulk-results" data-item="results">
      <div class="page-head line">
        <h3 id="bulk-results" tabIndex={-1}>
          {t('bulkResults')}
        </h3>
        {/* Beside the heading, so that nothing moves under the pointer. */}
        <BulkNotice notice={model.notice.value} />
        <ResultActions bulk={bulk} model={model} />
      </div>
      {model.total.value === 0 ? (
        <p class="note">{t('bulkFilterEmpty')}</p>
      ) : (
        <ResultsTable bulk={bulk} model={model} page={page} />
      )}
    </section>
  );
}

function ResultsTable({ bulk, model, page }: BulkPartProps) {
  return (
    <RowsTable
      caption={t('bulkResults')}
      columns={[
        t('bulkRow'),
        t('link'),
        t('status'),
        <span key="actions" class="visually-hidden">
          {t('bulkActions')}
        </span>,
      ]}
      page={model.page.value}
      total={model.total.value}
      onTurn={model.goToPage}
    >
      {model.rows.value.map((row) => (
        <Row key={row.n} row={row} bulk={bulk} model={model} page={page} />
      ))}
    </RowsTable>
  );
}

function ResultActions({ bulk, model }: Omit<BulkPartProps, 'page'>) {
  const { id, desiredState: desired } = bulk;
  const retryable = model.retryable.value;
  const exports = [
    [Copy, t('bulkCopyLinks'), 'copied', () => model.copyText(id)],
    [Hash, t('bulkCopyMarkdown'), 'copied', () => model.copyMarkdown(id)],
    [Download, t('downloadCsv'), 'saved', () => model.download(id, fileName(formatBulkName(bulk)))],
  ] as const;
  return (
    <p class="acts">
      {retryable > 0 && desired !== 'cancel' && (
        <Button
          icon={RotateCw}
          text={formatCount('bulkRetry', retryable)}
          class="quiet"
          onClick={() => model.retry(id)}
        />
      )}
      {exports.map(([icon, text, result, act]) => (
        <ResultButton
          key={text}
          class="quiet"
          icon={icon}
          text={text}
          result={result}
          model={model}
          act={act}
        />
      ))}
    </p>
  );
}

interface ResultButtonProps extends ComponentProps<typeof Button> {
  readonly icon: IconNode;
  /** The notice of its success. */
  readonly result: 'copied' | 'saved';
  readonly model: BulksModel;
  readonly act: () => void;
}

/** Shows its success also in its own place: the status above may be out of sight. */
function ResultButton({ icon, title, result, model, act, ...attributes }: ResultButtonProps) {
  const [isLastPressed, setLastPressed] = useState(false);
  const hasSucceeded = isLastPressed && model.notice.value?.name === result;
  return (
    <Button
      {...attributes}
      icon={hasSucceeded ? Check : icon}
      title={title && hasSucceeded ? t('copied') : title}
      onBlur={() => setLastPressed(false)}
      onClick={() => {
        setLastPressed(true);
        act();
      }}
    />
  );
}

const fileName = (name: string): string =>
  `${toFilePart(name.replace(/\.(?:csv|tsv|txt)$/iu, '')) || 'links'}-short.csv`;

const maxTitleLength = 72;

/** The outbox holds a few rows, of which one at a time is sent. */
const isSending = ({ id, state }: BulkRow, { view }: ManageModel): boolean =>
  state === 'out' && view.value?.jobs.find((job) => job.id === id)?.state !== 'queued';

interface RowProps extends BulkPartProps {
  readonly row: BulkRow;
}

function Row({ row, bulk, model, page }: RowProps) {
  const { link, result, state } = row;
  const shown = shownState(row, isSending(row, page));
  const copyLabel = t('copyLink', displayUrl(result?.shortUrl ?? ''));
  // Only a failure may name a time: the other rows are not drawn again as it passes.
  const now = state === 'refused' ? page.now.value : 0;
  return (
    <tr data-state={state}>
      <th scope="row">{formatNumber(row.n + 1)}</th>
      <td>
        {result?.shortUrl && (
          <p>
            <bdi dir="ltr" class="short-link">
              {displayUrl(result.shortUrl)}
            </bdi>
          </p>
        )}
        {link.title !== '' && (
          <p>
            <bdi>
              <TruncatedText text={link.title} length={maxTitleLength} />
            </bdi>
          </p>
        )}
        <p class={result?.shortUrl || link.title ? 'hint' : undefined}>
          <RowUrl url={link.address} />
        </p>
        {!result?.shortUrl && link.alias !== '' && (
          <p class="hint">
            <bdi>{t('setTo', t('alias'), link.alias)}</bdi>
          </p>
        )}
      </td>
      <td>
        <RowStatus
          icon={resultIcons[shown]}
          label={t(stateLabels[shown])}
          reasons={describeReasons(row, now)}
        />
      </td>
      <td class="row-actions">
        {result?.shortUrl && (
          <ResultButton
            class="icon"
            icon={Copy}
            aria-label={copyLabel}
            title={copyLabel}
            result="copied"
            model={model}
            act={() => model.copyAddress(result.shortUrl ?? '')}
          />
        )}
        {state === 'refused' && <FailedRowActions row={row} bulk={bulk} model={model} page={page} />}
        {shown === 'left-out' && row.skippedInReview && <EditRow row={row} model={model} />}
      </td>
    </tr>
  );
}

const nameOf = ({ link }: BulkRow): string => truncateMiddle(displayUrl(link.address), maxTitleLength);

/** For a link that failed, or was skipped in the review. */
const EditRow = ({ row, model }: Pick<RowProps, 'row' | 'model'>) => (
  <RowButton
    icon={Pencil}
    word={t('edit')}
    label={t('editFailedNamed', nameOf(row))}
    onClick={() => model.edit(row)}
  />
);

function FailedRowActions({ row, bulk, model, page }: RowProps) {
  const dismiss = () => {
    model.skipRow(row.id);
    // "Activity" may list its job.
    if (row.editedInto === undefined) page.dismiss({ id: row.id, from: 'bulk' });
    else page.dismiss({ id: row.editedInto, from: 'popup' });
  };
  return (
    <>
      {/* The form would create another link. */}
      {!row.assigns && <EditRow row={row} model={model} />}
      {!row.passwordDropped && bulk.desiredState !== 'cancel' && (
        <RowButton
          icon={RotateCw}
          word={t('retry')}
          label={t('bulkRetryRow', formatNumber(row.n + 1))}
          onClick={() => model.retry(bulk.id, row.n)}
        />
      )}
      <RowButton icon={X} word={t('dismiss')} label={t('dismissNamed', nameOf(row))} onClick={dismiss} />
    </>
  );
}
