/** One bulk: how far it is, what can be done with it, and what came of its rows. */
import { useEffect, useRef } from 'preact/hooks';
import { useHeldFocus } from '../../../components/use-focus-restore.ts';
import { ChoiceField } from '../../../components/link-options/field.tsx';
import { LongText } from '../../../components/truncated-text.tsx';
import { Question } from '../../../components/ambiguous-link-prompt.tsx';
import { isOver, openRows, type Bulk, type BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { sayDuration } from '../../../lib/i18n/describe-failure.ts';
import { shownAddress } from '../../../lib/i18n/truncate.ts';
import { sayNumber } from '../../../lib/i18n/format-number.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import type { RoomParts } from '../section-deps.ts';
import { BulksTold, BulksUnreadable } from './bulk-notice.tsx';
import { progressOf, rowsOnPage, type BulksModel, type ResultFilter } from './bulks-model.ts';
import { Pager } from './pager.tsx';
import { Removal } from './delete-bulk-button.tsx';
import { sayReason, sayState } from './results.ts';
import { isTripped, sayStanding, sayTripped } from './describe-bulk.tsx';

export interface BulkViewProps {
  readonly parts: RoomParts;
  readonly page: ManageModel;
  readonly model: BulksModel;
}

export function BulkView({ parts, page, model }: BulkViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const bulk = model.bulk.value;
  const known = bulk !== null;
  useEffect(() => {
    if (known) heading.current?.focus();
  }, [known, parts.item.value]);
  useHeldFocus(() => heading.current);
  return (
    <div class="bulk">
      <p>
        <a href="#bulk">{say('bulkBack')}</a>
      </p>
      <h2 ref={heading} tabIndex={-1}>
        <bdi>{bulk === null ? say('bulk') : bulk.name}</bdi>
      </h2>
      {model.unreadable.value && <BulksUnreadable model={model} />}
      {bulk === null ? (
        model.bulks.value !== null && <p class="note empty">{say('bulkIsGone')}</p>
      ) : (
        <Open bulk={bulk} parts={parts} page={page} model={model} />
      )}
    </div>
  );
}

interface OpenProps extends BulkViewProps {
  readonly bulk: Bulk;
}

function Open(props: OpenProps) {
  const { bulk, parts, model } = props;
  return (
    <>
      <Progress {...props} />
      <Acts {...props} />
      <Decisions {...props} />
      <Campaign bulk={bulk} model={model} />
      <BulksTold note={model.note.value} />
      <Results bulk={bulk} model={model} parts={parts} />
    </>
  );
}

function Progress({ bulk, page, model }: OpenProps) {
  const { done, refused, cancelled, 'left-out': leftOut } = bulk.counts;
  const open = openRows(bulk);
  const paused = page.view.value?.paused ?? null;
  const left = paused === null ? model.left.value : null;
  return (
    <>
      {/* Read out when it changes, so without the numbers that change all the time. */}
      <p role="status" class="counts">
        <strong>{sayStanding(bulk)}</strong>
      </p>
      <progress aria-label={say('bulkProgress')} max={1} value={progressOf(bulk)} />
      <dl class="numbers">
        <Number label={say('bulkMade')} value={done} />
        <Number label={say('bulkRefused')} value={refused} />
        <Number label={say('bulkWaiting')} value={open} />
        {cancelled > 0 && <Number label={say('cancelled')} value={cancelled} />}
        {leftOut > 0 && <Number label={say('bulkLeftOut')} value={leftOut} />}
        {left !== null && left > 0 && (
          <div>
            <dt>{say('bulkTimeLeft')}</dt>
            <dd>{sayDuration(left)}</dd>
          </div>
        )}
      </dl>
      {bulk.cancelledElsewhere && bulk.wish === 'pause' && (
        <p class="note">{say('bulkCancelledElsewhere')}</p>
      )}
      {isTripped(bulk) && <p class="failure">{sayTripped(bulk.breaker)}</p>}
    </>
  );
}

function Number({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{sayNumber(value)}</dd>
    </div>
  );
}

function Acts({ bulk, model, parts }: OpenProps) {
  const { id, wish, counts } = bulk;
  const asks = model.asking.value;
  const over = isOver(bulk);
  const open = openRows(bulk);
  if (asks?.act === 'cancel' && asks.id === id)
    return (
      <div role="group" aria-label={say('bulkCancel')} class="asks">
        <p>{sayCount('bulkGiveUpRows', counts.waiting + counts.out)}</p>
        <p class="acts">
          <button type="button" ref={intoFocus} onClick={() => model.cancel(id)}>
            {say('bulkGiveUp')}
          </button>
          <button type="button" onClick={model.keep}>
            {say('bulkKeepThem')}
          </button>
        </p>
      </div>
    );
  return (
    <p class="acts">
      {!over && wish !== 'cancel' && (
        <>
          <button
            type="button"
            class={wish === 'pause' ? 'main' : undefined}
            onClick={() => (wish === 'pause' ? model.goOn(id) : model.hold(id))}
          >
            {say(wish === 'pause' ? 'bulkGoOn' : 'bulkPause')}
          </button>
          {isTripped(bulk) && (
            <button type="button" onClick={() => model.skip(id)}>
              {sayCount('bulkSkipRefused', bulk.breaker.rows.length)}
            </button>
          )}
          {open > counts.asks && (
            <button type="button" onClick={() => model.ask('cancel', id)}>
              {say('bulkCancel')}
            </button>
          )}
        </>
      )}
      {counts.refused > 0 && wish !== 'cancel' && (
        <button type="button" onClick={() => model.retry(id)}>
          {sayCount('bulkRetry', counts.refused)}
        </button>
      )}
      {over && <Removal model={model} bulk={bulk} onRemoved={() => parts.go('bulk')} />}
    </p>
  );
}

/** Rows that nobody else can decide, each with its question and the answers to it. */
function Decisions({ bulk, page, model }: OpenProps) {
  const { asks } = bulk.counts;
  if (asks === 0) return null;
  const jobs = new Map(page.view.value?.jobs.map((job) => [job.id, job]));
  return (
    <section aria-labelledby="bulk-decisions" class="undecided">
      <h3 id="bulk-decisions">{sayCount('bulkQuestions', asks)}</h3>
      <ul class="decisions">
        {model.undecided.value.map(({ id, n, link }) => {
          const question = jobs.get(id)?.question ?? null;
          return (
            question && (
              <li key={id}>
                <p>
                  {sayNumber(n + 1)}{' '}
                  <bdi dir="ltr" title={link.address}>
                    <LongText text={shownAddress(link.address)} length={addressLength} />
                  </bdi>
                </p>
                <Question id={id} question={question} onDecide={(choice) => page.decide(id, choice)} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

/** One link for all of them. */
function Campaign({ bulk, model }: { readonly bulk: Bulk; readonly model: BulksModel }) {
  const campaign = model.campaign.value;
  if (bulk.into === null || !isOver(bulk)) return null;
  const addresses = [
    [campaign?.list, say('bulkListAddress')],
    [campaign?.rotator, say('bulkRotatorAddress')],
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
                  {shownAddress(address)}
                </bdi>{' '}
                <button
                  type="button"
                  aria-label={say('copyLink', shownAddress(address))}
                  onClick={() => model.copyAddress(address)}
                >
                  {say('copy')}
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
  readonly parts: RoomParts;
}

function Results({ bulk, model, parts }: ResultsProps) {
  const { id, name } = bulk;
  return (
    <section aria-labelledby="bulk-results">
      <h3 id="bulk-results">{say('bulkResults')}</h3>
      <div class="table-head">
        <div class="options">
          <ChoiceField<ResultFilter>
            id="bulk-result-filter"
            label={say('bulkShown')}
            value={model.filter.value}
            choices={filters(bulk)}
            onChoose={model.show}
          />
        </div>
        <p class="acts">
          <button type="button" onClick={() => model.download(id, fileName(name))}>
            {say('bulkDownload')}
          </button>
          <button type="button" onClick={() => model.copyMarkdown(id)}>
            {say('bulkCopyMarkdown')}
          </button>
          <button type="button" onClick={() => model.copyText(id)}>
            {say('copy')}
          </button>
        </p>
      </div>
      <table class="rows-table">
        <caption class="unseen">{say('bulkResults')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('bulkRow')}</th>
            <th scope="col">{say('bulkLink')}</th>
            <th scope="col">{say('bulkStateColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {model.rows.value.map((row) => (
            <Row key={row.n} row={row} now={parts.now()} />
          ))}
        </tbody>
      </table>
      <Pager
        label={say('bulkPages')}
        page={model.page.value}
        size={rowsOnPage}
        total={model.total.value}
        onTurn={model.turn}
      />
    </section>
  );
}

function filters({ counts }: Bulk): readonly (readonly [ResultFilter, string])[] {
  const { waiting, out, asks, done, refused, cancelled, 'left-out': leftOut } = counts;
  const open = waiting + out + asks;
  const all = open + done + refused + cancelled + leftOut;
  return [
    ['all', say('bulkFilterAll', sayNumber(all))],
    ['done', say('bulkFilterDone', sayNumber(done))],
    ['refused', say('bulkFilterRefused', sayNumber(refused))],
    ['open', say('bulkFilterOpen', sayNumber(open))],
    ['left-out', say('bulkFilterLeftOut', sayNumber(leftOut))],
    ['cancelled', say('bulkFilterCancelled', sayNumber(cancelled))],
  ];
}

/** What every system takes as a file's name. */
function fileName(name: string): string {
  const plain = name
    .replace(/\.(?:csv|tsv|txt)$/iu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
    .slice(0, 60);
  return `${plain || 'links'}-short.csv`;
}

const addressLength = 72;

function Row({ row, now }: { readonly row: BulkRow; readonly now: number }) {
  const { link, made, state } = row;
  const reason = sayReason(row, now);
  return (
    <tr data-state={state}>
      <th scope="row">{sayNumber(row.n + 1)}</th>
      <td>
        {made?.shortUrl && (
          <p>
            <bdi dir="ltr" class="short-link">
              {shownAddress(made.shortUrl)}
            </bdi>
          </p>
        )}
        <p class={made?.shortUrl ? 'row-facts' : undefined}>
          <bdi dir="ltr" title={link.address}>
            <LongText text={shownAddress(link.address) || '—'} length={addressLength} />
          </bdi>
        </p>
      </td>
      <td class="checks">
        {sayState(row)}
        {reason !== '' && (
          <p>
            <bdi>{reason}</bdi>
          </p>
        )}
      </td>
    </tr>
  );
}

/** When it appears, and not again. */
function intoFocus(control: HTMLElement | null): void {
  control?.focus();
}
