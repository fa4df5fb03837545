/** The bulks that were started, newest first. */
import { Play } from 'lucide';
import { Icon } from '../../../components/icon.tsx';
import { isFinished, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import { t, uiLanguage } from '../../../lib/i18n/t.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { BulksModel } from './bulks-model.ts';
import { BulkFacts, statusSigns } from './bulk-facts.tsx';
import { BulkNotice, BulksUnreadable } from './bulk-notice.tsx';
import { DeleteBulkButton, DeleteBulkConfirmation } from './delete-bulk-button.tsx';
import { statusOf } from './describe-bulk.ts';
import { SignIcon } from './row-status.tsx';

export interface BulkListProps {
  readonly model: BulksModel;
  readonly deps: SectionDeps;
}

export function BulkList({ model, deps }: BulkListProps) {
  const bulks = model.bulks.value ?? [];
  if (model.unreadable.value) return <BulksUnreadable model={model} />;
  if (bulks.length === 0) return <BulkNotice notice={model.notice.value} />;
  return (
    <section aria-labelledby="bulk-earlier">
      <div class="page-head">
        <h3 id="bulk-earlier">{t('bulkBatches')}</h3>
        <BulkNotice notice={model.notice.value} />
      </div>
      <ul class="card flush bulks">
        {bulks.map((bulk) => (
          <Row key={bulk.id} bulk={bulk} model={model} now={deps.now()} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly bulk: Bulk;
  readonly model: BulksModel;
  readonly now: number;
}

function Row({ bulk, model, now }: RowProps) {
  const status = statusOf(bulk);
  const asked = model.confirmation.value;
  const confirms = asked?.act === 'remove' && asked.id === bulk.id;
  return (
    <li data-item={bulk.id}>
      <SignIcon sign={statusSigns[status]} />
      <BulkFacts bulk={bulk} />
      <span class="when" title={new Date(bulk.at).toLocaleString(uiLanguage())}>
        {formatAge(bulk.at, now)}
      </span>
      {status === 'bulkPaused' && <ResumeButton bulk={bulk} model={model} />}
      {isFinished(bulk) && !confirms && <DeleteBulkButton model={model} bulk={bulk} iconOnly />}
      {confirms && <DeleteBulkConfirmation model={model} bulk={bulk} />}
    </li>
  );
}

function ResumeButton({ bulk, model }: Omit<RowProps, 'now'>) {
  return (
    <button
      type="button"
      class="quiet"
      aria-label={t('bulkResumeNamed', bulk.name)}
      onClick={() => model.resume(bulk.id)}
    >
      <Icon of={Play} />
      {t('bulkResume')}
    </button>
  );
}
