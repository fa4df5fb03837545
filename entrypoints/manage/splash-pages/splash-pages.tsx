/** The room "Splash pages". */
import type { VNode } from 'preact';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { RoomKind } from '../records/record-section-model.ts';
import { ThroughRoom } from '../records/link-type-section.tsx';
import { useRoom } from '../records/use-record-section.ts';
import type { ManageModel } from '../model.ts';
import type { RoomParts } from '../section-deps.ts';

interface SplashPagesProps {
  readonly parts: RoomParts;
  readonly page: ManageModel;
}

export function draw(parts: RoomParts, page: ManageModel): VNode {
  return <SplashPages parts={parts} page={page} />;
}

const kind: RoomKind<'splashPages'> = {
  name: 'splashPages',
  nameOf: ({ name }) => name,
  words: ({ name }) => [name],
};

function SplashPages({ parts, page }: SplashPagesProps) {
  const model = useRoom(parts, () => kind);
  return (
    <ThroughRoom
      model={model}
      page={page}
      useName={(name) => say('useSplashPage', name)}
      view={{
        title: say('splashPages'),
        count: (count) => sayCount('splashPageCount', count),
        search: say('searchSplashPages'),
        empty: say('splashPagesEmpty'),
        note: say('splashPagesNote'),
        facts: ({ date }) => date !== null && <p class="note">{date}</p>,
      }}
    />
  );
}
