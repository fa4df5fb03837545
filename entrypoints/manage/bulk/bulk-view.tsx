/** One bulk: its progress, its actions, and the rows that need a decision. */
import { ChevronLeft, CircleSlash, Copy, ListX, Pause, Play } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { Confirmation } from '../../../components/confirmation.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useFocusRestore } from '../../../components/use-focus-restore.ts';
import { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
import { countOpen, isFinished, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { RowButton } from '../records/row-button.tsx';
import type { SectionProps } from '../section-deps.ts';
import { BulksUnreadable } from './bulk-notice.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkResults } from './bulk-results.tsx';
import { isTripped } from './bulk-status.ts';
import type { BulksModel } from './bulks-model.ts';
import { DeleteBulk } from './delete-bulk.tsx';
import { RowUrl } from './rows-table.tsx';
import { formatBulkName } from './labels.ts';

interface BulkViewProps extends SectionProps {
  readonly model: BulksModel;
}

interface BulkProps extends BulkViewProps {
  readonly bulk: Bulk;
}

export function BulkView(props: BulkViewProps) {
  const { deps, page, model } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const bulk = model.bulk.value;
  const isLoaded = bulk !== null;
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded, deps.item.value]);
  // A button of the results leaves the page where it is.
  useFocusRestore((item) => (item === 'results' ? document.getElementById('bulk-results') : heading.current));
  return (
    <div class="bulk">
      <p>
        <a href="#bulk" class="back-link">
          <Icon of={ChevronLeft} mirrors />
          {t('bulkAllBatches')}
        </a>
      </p>
      <div class="page-head line">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{bulk === null ? t('bulk') : formatBulkName(bulk)}</bdi>
        </h2>
        {bulk !== null && <BulkActions {...props} bulk={bulk} />}
      </div>
      {model.unreadable.value && <BulksUnreadable model={model} />}
      {bulk === null ? (
        model.bulks.value !== null && <EmptyState icon={ListX} heading={t('bulkNotFound')} />
      ) : (
        <>
          <CancelConfirmation {...props} bulk={bulk} />
          <BulkProgress bulk={bulk} page={page} model={model} />
          <Decisions {...props} bulk={bulk} />
          <Campaign {...props} bulk={bulk} />
          <BulkResults bulk={bulk} model={model} page={page} />
        </>
      )}
    </div>
  );
}

function BulkActions({ bulk, model, deps }: BulkProps) {
  const { id, desiredState: desired, counts } = bulk;
  if (isFinished(bulk))
    return <DeleteBulk model={model} bulk={bulk} onRemoved={() => deps.navigate('bulk')} />;
  if (desired === 'cancel') return null;
  const isPaused = desired === 'pause';
  return (
    <p class="acts">
      <Button
        icon={isPaused ? Play : Pause}
        text={t(isPaused ? 'bulkResume' : 'bulkPause')}
        class={isPaused ? 'main' : undefined}
        onClick={() => (isPaused ? model.resume(id) : model.pause(id))}
      />
      {isTripped(bulk) && (
        <Button
          text={formatCount('bulkSkipAndResume', bulk.breaker.rows.length)}
          onClick={() => model.skip(id)}
        />
      )}
      {countOpen(bulk) > counts.asks && !model.isConfirming('cancel', bulk) && (
        <Button
          icon={CircleSlash}
          text={t('cancel')}
          class="quiet"
          onClick={() => model.confirm('cancel', id)}
        />
      )}
    </p>
  );
}

function CancelConfirmation({ bulk, model }: BulkProps) {
  const { id, counts } = bulk;
  if (!model.isConfirming('cancel', bulk)) return null;
  const question = formatCount('bulkCancelConfirm', counts.waiting + counts.out);
  return (
    <Confirmation
      label={question}
      icon={CircleSlash}
      heading={question}
      confirm={t('bulkCancelBatch')}
      keep={t('bulkDontCancel')}
      onConfirm={() => model.cancel(id)}
      onKeep={model.dismissConfirmation}
    >
      <p>{t('bulkCancelEffect')}</p>
    </Confirmation>
  );
}

function Decisions({ bulk, page, model }: BulkProps) {
  const { asks } = bulk.counts;
  if (asks === 0) return null;
  const jobs = new Map(page.view.value?.jobs.map((job) => [job.id, job]));
  return (
    <section aria-labelledby="bulk-decisions">
      <h3 id="bulk-decisions">{formatCount('bulkLinksNeedDecision', asks)}</h3>
      <ul class="decisions">
        {model.undecided.value.map(({ id, n, link }) => {
          const question = jobs.get(id)?.question ?? null;
          return (
            question && (
              <li key={id}>
                <p>
                  <span class="note">{formatNumber(n + 1)}</span> <RowUrl url={link.address} />
                </p>
                <AmbiguousLinkPrompt
                  id={id}
                  question={question}
                  onDecide={(decision) => page.decide(id, decision)}
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
function Campaign({ bulk, model }: BulkProps) {
  const campaign = model.campaign.value;
  // That of another bulk stays until this one's is found.
  if (campaign === null || campaign.id !== bulk.rotatorCampaign?.id || !isFinished(bulk)) return null;
  const addresses = [
    [campaign.list, t('listUrl')],
    [campaign.rotator, t('rotatorUrl')],
  ] as const;
  return (
    <dl class="campaign-urls">
      {addresses.map(
        ([address, label]) =>
          address && (
            <div key={label} class="line">
              <dt>{label}</dt>
              <dd class="line">
                <bdi dir="ltr" class="short-link">
                  {displayUrl(address)}
                </bdi>
                <RowButton
                  icon={Copy}
                  word={t('copy')}
                  label={t('copyLink', displayUrl(address))}
                  showsWord
                  onClick={() => model.copyAddress(address)}
                />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
