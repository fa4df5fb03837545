/** The room "Splash pages". */
import type { VNode } from 'preact';
import { sayCount } from '../../../lib/text/plural.ts';
import { say } from '../../../lib/text/say.ts';
import type { RoomKind } from '../collection/room-model.ts';
import { ThroughRoom } from '../collection/through-room.tsx';
import { useRoom } from '../collection/use-room.ts';
import type { ManageModel } from '../model.ts';
import type { RoomParts } from '../room-parts.ts';

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
