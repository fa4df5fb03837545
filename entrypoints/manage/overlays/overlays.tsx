/** The room "CTA overlays". */
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { RoomKind } from '../records/record-section-model.ts';
import { ThroughRoom } from '../records/link-type-section.tsx';
import { useRoom } from '../records/use-record-section.ts';
import type { ManageModel } from '../model.ts';
import type { RoomParts } from '../section-deps.ts';

interface OverlaysProps {
  readonly parts: RoomParts;
  readonly page: ManageModel;
}

export function draw(parts: RoomParts, page: ManageModel): VNode {
  return <Overlays parts={parts} page={page} />;
}

const kind: RoomKind<'overlays'> = {
  name: 'overlays',
  nameOf: ({ name }) => name,
  words: ({ name, type }) => [name, type],
};

function Overlays({ parts, page }: OverlaysProps) {
  const model = useRoom(parts, () => kind);
  const splashPages = useSignal<ReadonlySet<string>>(new Set());
  const records = model.collection.records.value;
  useEffect(() => {
    parts.mirror.records('splashPages').then(
      (pages) => (splashPages.value = new Set(pages.map(({ id }) => id))),
      () => undefined,
    );
  }, [records]);
  return (
    <ThroughRoom
      model={model}
      page={page}
      // The service knows what a link leads through by its number alone.
      hindered={({ id }) =>
        splashPages.value.has(id) ? <span class="note">{say('overlayHidden')}</span> : null
      }
      useName={(name) => say('useOverlay', name)}
      view={{
        title: say('overlays'),
        count: (count) => sayCount('overlayCount', count),
        search: say('searchOverlays'),
        empty: say('overlaysEmpty'),
        note: say('overlaysNote'),
        facts: ({ type, date }) => (
          <p class="note">
            <bdi>{type}</bdi>
            {type !== '' && date !== null && ' · '}
            {date}
          </p>
        ),
      }}
    />
  );
}
