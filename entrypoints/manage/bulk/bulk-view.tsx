/** One bulk: its progress, its actions, and the rows that need a decision. */
import { useEffect, useRef } from 'preact/hooks';
import { focusOnMount } from '../../../components/focus-on-mount.ts';
import { useFocusRestore } from '../../../components/use-focus-restore.ts';
import { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
import { isFinished, countOpen, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import { formatWait } from '../../../lib/i18n/describe-failure.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import type { SectionDeps } from '../section-deps.ts';
import { BulkNotice, BulksUnreadable } from './bulk-notice.tsx';
import { progressOf } from './bulks-state.ts';
import { BulkResults } from './bulk-results.tsx';
import type { BulksModel } from './bulks-model.ts';
import { RowUrl } from './rows-table.tsx';
import { DeleteBulkButton } from './delete-bulk-button.tsx';
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
        <a href="#bulk">{t('bulkAllBatches')}</a>
      </p>
      <h2 ref={heading} tabIndex={-1}>
        <bdi>{bulk === null ? t('bulk') : bulk.name}</bdi>
      </h2>
      {model.unreadable.value && <BulksUnreadable model={model} />}
      {bulk === null ? (
        model.bulks.value !== null && <p class="note empty">{t('bulkNotFound')}</p>
      ) : (
        <BulkDetails bulk={bulk} deps={deps} page={page} model={model} />
      )}
    </div>
  );
}

interface BulkDetailsProps extends BulkViewProps {
  readonly bulk: Bulk;
}

function BulkDetails(props: BulkDetailsProps) {
  const { bulk, deps, model } = props;
  return (
    <>
      <Progress {...props} />
      <Actions {...props} />
      <Decisions {...props} />
      <Campaign bulk={bulk} model={model} />
      <BulkNotice notice={model.notice.value} />
      <BulkResults bulk={bulk} model={model} deps={deps} />
    </>
  );
}

function Progress({ bulk, page, model }: BulkDetailsProps) {
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
        <Number label={t('bulkCreated')} value={done} />
        <Number label={t('bulkFailed')} value={refused} />
        <Number label={t('bulkPending')} value={open} />
        {cancelled > 0 && <Number label={t('canceled')} value={cancelled} />}
        {leftOut > 0 && <Number label={t('bulkSkipped')} value={leftOut} />}
        {left !== null && left > 0 && (
          <div>
            <dt>{t('bulkTimeLeft')}</dt>
            <dd>{formatWait(left)}</dd>
          </div>
        )}
      </dl>
      {bulk.cancelledElsewhere && bulk.wish === 'pause' && <p class="note">{t('bulkCanceledElsewhere')}</p>}
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

function Actions({ bulk, model, deps }: BulkDetailsProps) {
  const { id, wish: desired, counts } = bulk;
  const confirmation = model.confirmation.value;
  const finished = isFinished(bulk);
  const open = countOpen(bulk);
  if (confirmation?.act === 'cancel' && confirmation.id === id)
    return (
      <div role="group" aria-label={t('bulkCancel')} class="asks">
        <p>{formatCount('bulkCancelConfirm', counts.waiting + counts.out)}</p>
        <p class="acts">
          <button type="button" ref={focusOnMount} onClick={() => model.cancel(id)}>
            {t('bulkCancelBatch')}
          </button>
          <button type="button" onClick={model.dismissConfirmation}>
            {t('bulkDontCancel')}
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
            {t(desired === 'pause' ? 'bulkResume' : 'bulkPause')}
          </button>
          {isTripped(bulk) && (
            <button type="button" onClick={() => model.skip(id)}>
              {formatCount('bulkSkipAndResume', bulk.breaker.rows.length)}
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
function Decisions({ bulk, page, model }: BulkDetailsProps) {
  const { asks } = bulk.counts;
  if (asks === 0) return null;
  const jobs = new Map(page.view.value?.jobs.map((job) => [job.id, job]));
  return (
    <section aria-labelledby="bulk-decisions" class="undecided">
      <h3 id="bulk-decisions">{formatCount('bulkLinksNeedDecision', asks)}</h3>
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
    [campaign?.list, t('bulkListUrl')],
    [campaign?.rotator, t('bulkRotatorUrl')],
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
