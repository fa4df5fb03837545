/** The bulks that were begun, newest first. */
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { countRows, isOver } from '../../../lib/bulk/bulk-job.ts';
import { sayNumber } from '../../../lib/i18n/format-number.ts';
import { say, uiLanguage } from '../../../lib/i18n/t.ts';
import { ago } from '../../../lib/i18n/relative-time.ts';
import type { RoomParts } from '../section-deps.ts';
import type { BulksModel } from './bulks-model.ts';
import { BulksTold, BulksUnreadable } from './bulk-notice.tsx';
import { Removal } from './delete-bulk-button.tsx';
import { sayStanding } from './describe-bulk.tsx';

export interface BulkListProps {
  readonly model: BulksModel;
  readonly parts: RoomParts;
}

export function BulkList({ model, parts }: BulkListProps) {
  const bulks = model.bulks.value ?? [];
  if (model.unreadable.value) return <BulksUnreadable model={model} />;
  if (bulks.length === 0) return <BulksTold note={model.note.value} />;
  return (
    <section aria-labelledby="bulk-earlier">
      <h3 id="bulk-earlier">{say('bulkEarlier')}</h3>
      <BulksTold note={model.note.value} />
      <ul class="bulks">
        {bulks.map((bulk) => (
          <Row key={bulk.id} bulk={bulk} model={model} now={parts.now()} />
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
  return (
    <li data-place={bulk.id}>
      <div class="standing">
        <a href={`#bulk/${bulk.id}`}>
          <bdi>{bulk.name}</bdi>
        </a>
        <span class="when" title={new Date(bulk.at).toLocaleString(uiLanguage())}>
          {ago(bulk.at, now)}
        </span>
      </div>
      <div class="standing">
        <span class="note">
          {sayStanding(bulk)} · {say('bulkMadeOf', sayNumber(bulk.counts.done), sayNumber(countRows(bulk)))}
        </span>
        {isOver(bulk) && <Removal model={model} bulk={bulk} />}
      </div>
    </li>
  );
}
