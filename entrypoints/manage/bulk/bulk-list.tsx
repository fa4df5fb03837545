/** The bulks that were begun, newest first. */
import type { Bulk } from '../../../lib/bulk/bulk.ts';
import { countRows, isOver } from '../../../lib/bulk/bulk.ts';
import { sayNumber } from '../../../lib/text/number.ts';
import { say, uiLanguage } from '../../../lib/text/say.ts';
import { ago } from '../../../lib/text/when.ts';
import type { RoomParts } from '../room-parts.ts';
import type { BulksModel } from './bulks-model.ts';
import { BulksTold, BulksUnreadable } from './bulks-told.tsx';
import { Removal } from './removal.tsx';
import { sayStanding } from './standing.tsx';

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
