/** The room "Channels". */
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import type { Channel } from '../../../lib/api/channels.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { AssignButton, OpenPanel } from '../assign/assign-button.tsx';
import { useAssignments } from '../assign/use-assignments.ts';
import { RecordSection, type RecordSectionLabels } from '../records/record-section.tsx';
import { isColor } from '../records/color.ts';
import type { AffectedCount } from '../records/record-section-config.ts';
import { LinkedCount } from '../records/linked-count.tsx';
import { countByChannel, useCounts } from '../records/use-counts.ts';
import { useRecordSection } from '../records/use-record-section.ts';
import type { ManageModel } from '../model.ts';
import type { SectionDeps } from '../section-deps.ts';
import { createItems, type ItemsModel } from './channel-items-model.ts';
import { channelsConfig, starCommand } from './channels-config.ts';
import { ItemsPanel } from './channel-items-panel.tsx';

interface ChannelsProps {
  readonly deps: SectionDeps;
  readonly page: ManageModel;
}

export function render(deps: SectionDeps, page: ManageModel): VNode {
  return <Channels deps={deps} page={page} />;
}

function Channels({ deps, page }: ChannelsProps) {
  const model = useRecordSection(deps, channelsConfig);
  const opened = useSignal<ReadonlyMap<string, ItemsModel>>(new Map());
  useEffect(() => () => opened.peek().forEach((items) => items.leave()), []);
  const assignments = useAssignments(model, (channel, type, { id, title, address }) =>
    opened
      .peek()
      .get(channel)
      ?.enter({ type, id, title: title || address, preview: null, link: null, date: null }),
  );
  const counts = useCounts(deps, countByChannel);
  const toggle = ({ id }: Channel) => {
    const next = new Map(opened.peek());
    const open = next.get(id);
    if (open) {
      open.leave();
      next.delete(id);
    } else {
      const items = createItems(deps, id);
      next.set(id, items);
      void items.open();
    }
    opened.value = next;
  };
  const view: RecordSectionLabels<'channels'> = {
    title: t('channels'),
    count: (count) => formatCount('channelCount', count),
    search: t('searchChannels'),
    empty: t('channelsEmpty'),
    add: { open: t('openNewChannel'), submit: t('addChannel') },
    mark: ({ color }) => <Dot colour={color} />,
    tags: ({ id }) => (
      <LinkedCount known={counts.value.get(id)} exact="itemCount" atLeast="itemCountAtLeast" />
    ),
    facts: ({ description }) =>
      description !== '' && (
        <p class="note">
          <bdi title={description}>
            <TruncatedText text={description} length={160} />
          </bdi>
        </p>
      ),
    acts: (channel, name, giveFocus) => (
      <>
        <button
          type="button"
          class="star"
          aria-label={t('starChannel', name)}
          aria-pressed={channel.starred}
          onClick={() =>
            void model.patch(channel.id, 'star', starCommand(channel, !channel.starred), {
              starred: !channel.starred,
            })
          }
        >
          {channel.starred ? '★' : '☆'}
        </button>
        <button
          type="button"
          aria-label={t('itemsOf', name)}
          aria-expanded={opened.value.has(channel.id)}
          onClick={() => toggle(channel)}
        >
          {t('items')}
        </button>
        <AssignButton
          assignments={assignments}
          to={{ id: channel.id, name: channel.name || t('nameless') }}
          label={t('assignItemsTo', name)}
          giveFocus={giveFocus}
        >
          {t('assignItems')}
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
              onOpen={deps.openPage}
            />
          )}
        </>
      );
    },
    edit: (name) => ({ open: t('editChannel', name), save: t('saveChannel', name) }),
    remove: {
      press: (name) => t('deleteChannelNamed', name),
      keep: (name) => t('keepChannel', name),
      consequence,
    },
  };
  return <RecordSection model={model} page={page} view={view} />;
}

/** Drawn by an attribute of the picture: no style is ever made of what a service says. */
function Dot({ colour }: { readonly colour: string }) {
  return (
    <svg class="dot" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <circle cx="6" cy="6" r="5.5" {...(isColor(colour) ? { fill: colour } : { class: 'hollow' })} />
    </svg>
  );
}

function consequence(known: AffectedCount | null): string {
  if (known === null) return t('channelDeleteUnknown');
  if (known.exact && known.count === 0) return t('channelDeleteNone');
  return formatCount(known.exact ? 'channelDelete' : 'channelDeleteAtLeast', known.count);
}
