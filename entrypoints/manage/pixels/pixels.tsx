/** The room "Pixels". The service lists them and takes new ones; nothing else can be done with them here (API §4). */
import type { VNode } from 'preact';
import { LongText } from '../../../components/truncated-text.tsx';
import { contractPixelTypes } from '../../../lib/api/pixel-types.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import { named } from '../records/validators.ts';
import { CollectionRoom, type RoomView } from '../records/record-section.tsx';
import { textOf, type Check } from '../records/form-fields.ts';
import type { RoomKind } from '../records/record-section-model.ts';
import { useRoom } from '../records/use-record-section.ts';
import type { ManageModel } from '../model.ts';
import type { RoomParts } from '../section-deps.ts';

interface PixelsProps {
  readonly parts: RoomParts;
  readonly page: ManageModel;
}

export function draw(parts: RoomParts, page: ManageModel): VNode {
  return <Pixels parts={parts} page={page} />;
}

const typed: Check = (text) => (text === '' ? say('problemNoType') : null);
const tagged: Check = (text) => (text === '' ? say('problemNoTag') : null);

/** @param seen the types in the account, in the order in which they are offered */
export const pixelsKind = (seen: () => readonly string[]): RoomKind<'pixels'> => ({
  name: 'pixels',
  nameOf: ({ name }) => name,
  words: ({ name, type, tag }) => [name, type, tag],
  adding: {
    fields: () => [
      { kind: 'text', name: 'name', label: say('fieldName'), reads: 'words', check: named },
      {
        kind: 'text',
        name: 'type',
        label: say('pixelType'),
        hint: say('pixelTypeHint'),
        reads: 'code',
        check: typed,
        offers: [...new Set([...seen(), ...contractPixelTypes])],
      },
      { kind: 'text', name: 'tag', label: say('pixelTag'), reads: 'code', check: tagged },
    ],
    values: () => ({ name: '', type: '', tag: '' }),
    ask: (values) => ({
      kind: 'add-pixel',
      name: textOf(values, 'name'),
      type: textOf(values, 'type'),
      tag: textOf(values, 'tag'),
    }),
    record: (id, values) => ({
      id,
      name: textOf(values, 'name'),
      type: textOf(values, 'type'),
      tag: textOf(values, 'tag'),
      date: null,
    }),
  },
});

function Pixels({ parts, page }: PixelsProps) {
  const model = useRoom(parts, () => pixelsKind(seen));
  function seen(): readonly string[] {
    return [
      ...new Set(model.collection.records.value?.map(({ type }) => type).filter((type) => type !== '')),
    ].sort();
  }
  const view: RoomView<'pixels'> = {
    title: say('pixels'),
    count: (count) => sayCount('pixelCount', count),
    search: say('searchPixels'),
    empty: say('pixelsEmpty'),
    note: say('pixelsNote'),
    add: { open: say('openNewPixel'), submit: say('addPixel') },
    tags: ({ type }) => type !== '' && <bdi class="tag">{type}</bdi>,
    facts: ({ tag, date }) => (
      <p class="note">
        {say('pixelTag')}:{' '}
        <bdi dir="ltr" title={tag}>
          <LongText text={tag} length={60} />
        </bdi>
        {date !== null && ` · ${date}`}
      </p>
    ),
  };
  return <CollectionRoom model={model} page={page} view={view} />;
}
