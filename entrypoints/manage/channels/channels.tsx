/** The room "Channels". */
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { LongText } from '../../../components/truncated-text.tsx';
import type { Channel } from '../../../lib/api/channels.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import { AssignButton, OpenPanel } from '../assign/assign-button.tsx';
import { useAssignments } from '../assign/use-assignments.ts';
import { CollectionRoom, type RoomView } from '../records/record-section.tsx';
import { isColour } from '../records/color.ts';
import type { Consequence } from '../records/record-section-model.ts';
import { HeldCount } from '../records/linked-count.tsx';
import { countByChannel, useCounts } from '../records/use-counts.ts';
import { useRoom } from '../records/use-record-section.ts';
import type { ManageModel } from '../model.ts';
import type { RoomParts } from '../section-deps.ts';
import { createItems, type ItemsModel } from './channel-items-model.ts';
import { channelsKind, starAsk } from './channels-config.ts';
import { ItemsPanel } from './channel-items-panel.tsx';

interface ChannelsProps {
  readonly parts: RoomParts;
  readonly page: ManageModel;
}

export function draw(parts: RoomParts, page: ManageModel): VNode {
  return <Channels parts={parts} page={page} />;
}

function Channels({ parts, page }: ChannelsProps) {
  const model = useRoom(parts, channelsKind);
  const opened = useSignal<ReadonlyMap<string, ItemsModel>>(new Map());
  useEffect(() => () => opened.peek().forEach((items) => items.leave()), []);
  const assignments = useAssignments(model, (channel, type, { id, title, address }) =>
    opened
      .peek()
      .get(channel)
      ?.enter({ type, id, title: title || address, preview: null, link: null, date: null }),
  );
  const counts = useCounts(parts, countByChannel);
  const toggle = ({ id }: Channel) => {
    const next = new Map(opened.peek());
    const open = next.get(id);
    if (open) {
      open.leave();
      next.delete(id);
    } else {
      const items = createItems(parts, id);
      next.set(id, items);
      void items.open();
    }
    opened.value = next;
  };
  const view: RoomView<'channels'> = {
    title: say('channels'),
    count: (count) => sayCount('channelCount', count),
    search: say('searchChannels'),
    empty: say('channelsEmpty'),
    add: { open: say('openNewChannel'), submit: say('addChannel') },
    mark: ({ color }) => <Dot colour={color} />,
    tags: ({ id }) => <HeldCount known={counts.value.get(id)} exact="itemCount" atLeast="itemCountAtLeast" />,
    facts: ({ description }) =>
      description !== '' && (
        <p class="note">
          <bdi title={description}>
            <LongText text={description} length={160} />
          </bdi>
        </p>
      ),
    acts: (channel, name, giveFocus) => (
      <>
        <button
          type="button"
          class="star"
          aria-label={say('starChannel', name)}
          aria-pressed={channel.starred}
          onClick={() =>
            void model.alter(channel.id, 'star', starAsk(channel, !channel.starred), {
              starred: !channel.starred,
            })
          }
        >
          {channel.starred ? '★' : '☆'}
        </button>
        <button
          type="button"
          aria-label={say('itemsOf', name)}
          aria-expanded={opened.value.has(channel.id)}
          onClick={() => toggle(channel)}
        >
          {say('items')}
        </button>
        <AssignButton
          assignments={assignments}
          to={{ id: channel.id, name: channel.name || say('nameless') }}
          label={say('assignItemsTo', name)}
          giveFocus={giveFocus}
        >
          {say('assignItems')}
        </AssignButton>
      </>
    ),
    opened({ id }, name, giveFocus) {
      const items = opened.value.get(id);
      return (
        <>
          <OpenPanel assignments={assignments} id={id} name={name} page={page} giveFocus={giveFocus} />
          {items && (
            <ItemsPanel
              model={items}
              page={page}
              channel={name}
              onCopy={(address) => void model.copy(address)}
              onOpen={parts.openPage}
            />
          )}
        </>
      );
    },
    edit: (name) => ({ open: say('editChannel', name), save: say('saveChannel', name) }),
    remove: {
      press: (name) => say('deleteChannelNamed', name),
      keep: (name) => say('keepChannel', name),
      consequence,
    },
  };
  return <CollectionRoom model={model} page={page} view={view} />;
}

/** Drawn by an attribute of the picture: no style is ever made of what a service says. */
function Dot({ colour }: { readonly colour: string }) {
  return (
    <svg class="dot" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <circle cx="6" cy="6" r="5.5" {...(isColour(colour) ? { fill: colour } : { class: 'hollow' })} />
    </svg>
  );
}

function consequence(known: Consequence | null): string {
  if (known === null) return say('channelDeleteUnknown');
  if (known.exact && known.count === 0) return say('channelDeleteNone');
  return sayCount(known.exact ? 'channelDelete' : 'channelDeleteAtLeast', known.count);
}
