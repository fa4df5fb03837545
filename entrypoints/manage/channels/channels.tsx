import { Hash, List, Star } from 'lucide';
import { Button } from '../../../components/button.tsx';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import type { Channel } from '../../../lib/api/channels.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useAssign } from '../assign/use-assign.tsx';
import { RecordSection, type RecordSectionLabels } from '../records/record-section.tsx';
import { isColor } from '../records/validators.ts';
import type { AffectedCount } from '../records/record-section-config.ts';
import { filterHash } from '../links/filter-item.ts';
import { LinkedCount } from '../records/facts.tsx';
import { countByChannel, useRecordCounts } from '../records/record-counts.ts';
import { patchKey } from '../records/pending-commands.ts';
import { useRecordSection, type RecordSectionModel } from '../records/record-section-model.ts';
import { RowButton } from '../records/row-button.tsx';
import type { SectionProps } from '../section-deps.ts';
import { channelsConfig } from './channels-config.ts';
import { ItemsPanel } from './channel-items-panel.tsx';
import { useOpenItems, type OpenItems } from './channel-items-model.ts';

export function Channels({ deps, page }: SectionProps) {
  const model = useRecordSection(deps, channelsConfig);
  const openItems = useOpenItems(deps);
  const assign = useAssign(model, page, {
    word: t('assignItems'),
    label: (name) => t('assignItemsTo', name),
    onAssigned: (channel, type, { id, title, address }) =>
      openItems.add(channel, { type, id, title: title || address, preview: null, link: null, date: null }),
  });
  const counts = useRecordCounts(deps, countByChannel);
  const labels: RecordSectionLabels<'channels'> = {
    icon: Hash,
    isPanelOpen: assign.isAnyOpen(),
    title: t('channels'),
    count: (count) => formatCount('channelCount', count),
    search: t('searchChannels'),
    empty: { heading: t('channelsEmpty'), hint: t('channelsEmptyHint') },
    add: { open: t('openNewChannel'), submit: t('addChannel') },
    mark: ({ color }) => <Dot color={color} />,
    facts: ({ id, description }) => (
      <p class="fact-line">
        <LinkedCount
          href={filterHash('channel', id)}
          known={counts.value?.get(id)}
          exact="itemCount"
          atLeast="itemCountAtLeast"
        />
        {description !== '' && (
          <bdi title={description}>
            <TruncatedText text={description} length={160} />
          </bdi>
        )}
      </p>
    ),
    actions: (channel, name) => (
      <>
        <Actions model={model} openItems={openItems} channel={channel} name={name} />
        {assign.button(channel, name)}
      </>
    ),
    panels(channel, name) {
      const items = openItems.get(channel.id);
      return (
        <>
          {assign.panel(channel, name)}
          {items && (
            <ItemsPanel
              model={items}
              page={page}
              channel={name}
              onCopy={(address) => void model.copy(address)}
            />
          )}
        </>
      );
    },
    ...changeLabels(),
  };
  return <RecordSection model={model} page={page} labels={labels} />;
}

const changeLabels = (): Pick<RecordSectionLabels<'channels'>, 'edit' | 'remove'> => ({
  edit: {
    open: (name) => t('editChannel', name),
    save: (name) => t('saveChannel', name),
    button: t('saveChannelButton'),
  },
  remove: {
    label: (name) => t('deleteChannelNamed', name),
    cancelLabel: (name) => t('cancelDeletingChannel', name),
    consequence,
  },
});

interface ActionsProps {
  readonly model: RecordSectionModel<'channels'>;
  readonly openItems: OpenItems;
  readonly channel: Channel;
  /** Short enough for a button. */
  readonly name: string;
}

function Actions({ model, openItems, channel, name }: ActionsProps) {
  const { id, starred } = channel;
  const isPending = [id, patchKey(id)].some((key) => model.commands.get(key)?.state === 'pending');
  return (
    <>
      <Button
        icon={Star}
        class="icon star"
        aria-label={t('starChannel', name)}
        aria-pressed={starred}
        aria-disabled={isPending}
        title={t(starred ? 'unstar' : 'star')}
        onClick={() => void model.patch(channel, { starred: !starred })}
      />
      <RowButton
        icon={List}
        mirrors
        word={t('items')}
        label={t('itemsOf', name)}
        expanded={openItems.get(id) !== undefined}
        onClick={() => openItems.toggle(id)}
      />
    </>
  );
}

/** The color is an attribute of the image: no style is ever made of the service's text. */
function Dot({ color }: { readonly color: string }) {
  return (
    <svg class="dot" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <circle cx="6" cy="6" r="4.5" {...(isColor(color) ? { fill: color } : { class: 'hollow' })} />
    </svg>
  );
}

function consequence(affected: AffectedCount | null): string {
  if (affected === null) return t('channelDeleteUnknown');
  if (affected.exact && affected.count === 0) return t('channelDeleteNone');
  return formatCount(affected.exact ? 'channelDelete' : 'channelDeleteAtLeast', affected.count);
}
