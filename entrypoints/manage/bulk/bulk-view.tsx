/** One bulk: its progress, its actions, and the results of its rows. */
import { useEffect, useRef } from 'preact/hooks';
import { focusOnMount } from '../../../components/focus-on-mount.ts';
import { useFocusRestore } from '../../../components/use-focus-restore.ts';
import { ChoiceField } from '../../../components/link-options/field.tsx';
import { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
import { isFinished, countOpen, type Bulk, type BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { formatWait } from '../../../lib/i18n/describe-failure.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import type { SectionDeps } from '../section-deps.ts';
import { BulkNotice, BulksUnreadable } from './bulk-notice.tsx';
import { progressOf, type ResultFilter } from './bulks-state.ts';
import type { BulksModel } from './bulks-model.ts';
import { RowsTable, RowUrl } from './rows-table.tsx';
import { DeleteBulkButton } from './delete-bulk-button.tsx';
import { describeReason, stateLabel } from './results.ts';
import { isTripped, describeStatus, describePause } from './describe-bulk.ts';

export interface BulkViewProps {
  readonly deps: SectionDeps;
  readonly page: ManageModel;
  readonly model: BulksModel;
}

export function BulkView({ deps, page, model }: BulkViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const bulk = model.bulk.value;
  const isLoaded = bulk !== null;
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded, deps.item.value]);
  useFocusRestore(() => heading.current);
  return (
    <div class="bulk">
      <p>
        <a href="#bulk">{t('bulkBack')}</a>
      </p>
      <h2 ref={heading} tabIndex={-1}>
        <bdi>{bulk === null ? t('bulk') : bulk.name}</bdi>
      </h2>
      {model.unreadable.value && <BulksUnreadable model={model} />}
      {bulk === null ? (
        model.bulks.value !== null && <p class="note empty">{t('bulkIsGone')}</p>
      ) : (
        <Open bulk={bulk} deps={deps} page={page} model={model} />
      )}
    </div>
  );
}

interface OpenProps extends BulkViewProps {
  readonly bulk: Bulk;
}

function Open(props: OpenProps) {
  const { bulk, deps, model } = props;
  return (
    <>
      <Progress {...props} />
      <Acts {...props} />
      <Decisions {...props} />
      <Campaign bulk={bulk} model={model} />
      <BulkNotice notice={model.notice.value} />
      <Results bulk={bulk} model={model} deps={deps} />
    </>
  );
}

function Progress({ bulk, page, model }: OpenProps) {
  const { done, refused, cancelled, 'left-out': leftOut } = bulk.counts;
  const open = countOpen(bulk);
  const paused = page.view.value?.paused ?? null;
  const left = paused === null ? model.msLeft.value : null;
  return (
    <>
      {/* A live region: without the numbers, which change all the time. */}
      <p role="status" class="counts">
        <strong>{describeStatus(bulk)}</strong>
      </p>
      <progress aria-label={t('bulkProgress')} max={1} value={progressOf(bulk)} />
      <dl class="numbers">
        <Number label={t('bulkMade')} value={done} />
        <Number label={t('bulkRefused')} value={refused} />
        <Number label={t('bulkWaiting')} value={open} />
        {cancelled > 0 && <Number label={t('cancelled')} value={cancelled} />}
        {leftOut > 0 && <Number label={t('bulkLeftOut')} value={leftOut} />}
        {left !== null && left > 0 && (
          <div>
            <dt>{t('bulkTimeLeft')}</dt>
            <dd>{formatWait(left)}</dd>
          </div>
        )}
      </dl>
      {bulk.cancelledElsewhere && bulk.wish === 'pause' && <p class="note">{t('bulkCancelledElsewhere')}</p>}
      {isTripped(bulk) && <p class="failure">{describePause(bulk.breaker)}</p>}
    </>
  );
}

function Number({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  );
}

function Acts({ bulk, model, deps }: OpenProps) {
  const { id, wish: desired, counts } = bulk;
  const confirmation = model.confirmation.value;
  const finished = isFinished(bulk);
  const open = countOpen(bulk);
  if (confirmation?.act === 'cancel' && confirmation.id === id)
    return (
      <div role="group" aria-label={t('bulkCancel')} class="asks">
        <p>{formatCount('bulkGiveUpRows', counts.waiting + counts.out)}</p>
        <p class="acts">
          <button type="button" ref={focusOnMount} onClick={() => model.cancel(id)}>
            {t('bulkGiveUp')}
          </button>
          <button type="button" onClick={model.dismissConfirmation}>
            {t('bulkKeepThem')}
          </button>
        </p>
      </div>
    );
  return (
    <p class="acts">
      {!finished && desired !== 'cancel' && (
        <>
          <button
            type="button"
            class={desired === 'pause' ? 'main' : undefined}
            onClick={() => (desired === 'pause' ? model.resume(id) : model.pause(id))}
          >
            {t(desired === 'pause' ? 'bulkGoOn' : 'bulkPause')}
          </button>
          {isTripped(bulk) && (
            <button type="button" onClick={() => model.skip(id)}>
              {formatCount('bulkSkipRefused', bulk.breaker.rows.length)}
            </button>
          )}
          {open > counts.asks && (
            <button type="button" onClick={() => model.confirm('cancel', id)}>
              {t('bulkCancel')}
            </button>
          )}
        </>
      )}
      {counts.refused > 0 && desired !== 'cancel' && (
        <button type="button" onClick={() => model.retry(id)}>
          {formatCount('bulkRetry', counts.refused)}
        </button>
      )}
      {finished && <DeleteBulkButton model={model} bulk={bulk} onRemoved={() => deps.navigate('bulk')} />}
    </p>
  );
}

/** Rows that wait for the user's decision. */
function Decisions({ bulk, page, model }: OpenProps) {
  const { asks } = bulk.counts;
  if (asks === 0) return null;
  const jobs = new Map(page.view.value?.jobs.map((job) => [job.id, job]));
  return (
    <section aria-labelledby="bulk-decisions" class="undecided">
      <h3 id="bulk-decisions">{formatCount('bulkQuestions', asks)}</h3>
      <ul class="decisions">
        {model.undecided.value.map(({ id, n, link }) => {
          const question = jobs.get(id)?.question ?? null;
          return (
            question && (
              <li key={id}>
                <p>
                  {formatNumber(n + 1)} <RowUrl url={link.address} />
                </p>
                <AmbiguousLinkPrompt
                  id={id}
                  question={question}
                  onDecide={(choice) => page.decide(id, choice)}
                />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

/** The URLs of the campaign that holds all links of the bulk. */
function Campaign({ bulk, model }: { readonly bulk: Bulk; readonly model: BulksModel }) {
  const campaign = model.campaign.value;
  if (bulk.into === null || !isFinished(bulk)) return null;
  const addresses = [
    [campaign?.list, t('bulkListAddress')],
    [campaign?.rotator, t('bulkRotatorAddress')],
  ] as const;
  return (
    <dl class="one-link">
      {addresses.map(
        ([address, label]) =>
          address && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi dir="ltr" class="short-link">
                  {displayUrl(address)}
                </bdi>{' '}
                <button
                  type="button"
                  aria-label={t('copyLink', displayUrl(address))}
                  onClick={() => model.copyAddress(address)}
                >
                  {t('copy')}
                </button>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface ResultsProps {
  readonly bulk: Bulk;
  readonly model: BulksModel;
  readonly deps: SectionDeps;
}

function Results({ bulk, model, deps }: ResultsProps) {
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
        columns={[t('bulkRow'), t('bulkLink'), t('bulkStateColumn')]}
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
    ['done', t('bulkFilterDone', formatNumber(done))],
    ['refused', t('bulkFilterRefused', formatNumber(refused))],
    ['open', t('bulkFilterOpen', formatNumber(open))],
    ['left-out', t('bulkFilterLeftOut', formatNumber(leftOut))],
    ['cancelled', t('bulkFilterCancelled', formatNumber(cancelled))],
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
