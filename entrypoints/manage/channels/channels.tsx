/** The section "Channels". */
import type { VNode } from 'preact';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import type { Channel } from '../../../lib/api/channels.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { AssignButton, OpenPanel } from '../assign/assign-button.tsx';
import type { Assignments } from '../assign/assign-panels.ts';
import { useAssignments } from '../assign/use-assignments.ts';
import { RecordSection, type RecordSectionLabels } from '../records/record-section.tsx';
import { isColor } from '../records/color.ts';
import type { AffectedCount } from '../records/record-section-config.ts';
import { LinkedCount } from '../records/linked-count.tsx';
import { countByChannel, useCounts } from '../records/use-counts.ts';
import type { RecordSectionModel } from '../records/record-section-model.ts';
import type { FocusFn } from '../records/use-focus-target.ts';
import { useRecordSection } from '../records/use-record-section.ts';
import type { ManageModel } from '../model.ts';
import type { SectionDeps } from '../section-deps.ts';
import { channelsConfig, starCommand } from './channels-config.ts';
import { ItemsPanel } from './channel-items-panel.tsx';
import { useOpenItems, type OpenItems } from './use-open-items.ts';

interface ChannelsProps {
  readonly deps: SectionDeps;
  readonly page: ManageModel;
}

export function render(deps: SectionDeps, page: ManageModel): VNode {
  return <Channels deps={deps} page={page} />;
}

function Channels({ deps, page }: ChannelsProps) {
  const model = useRecordSection(deps, channelsConfig);
  const openItems = useOpenItems(deps);
  const assignments = useAssignments(model, (channel, type, { id, title, address }) =>
    openItems.add(channel, { type, id, title: title || address, preview: null, link: null, date: null }),
  );
  const counts = useCounts(deps, countByChannel);
  const parts = { deps, page, model, openItems, assignments };
  const labels: RecordSectionLabels<'channels'> = {
    title: t('channels'),
    count: (count) => formatCount('channelCount', count),
    search: t('searchChannels'),
    empty: t('channelsEmpty'),
    add: { open: t('openNewChannel'), submit: t('addChannel') },
    mark: ({ color }) => <Dot color={color} />,
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
    actions: (channel, name, giveFocus) => (
      <Actions {...parts} channel={channel} name={name} giveFocus={giveFocus} />
    ),
    panels: (channel, name, giveFocus) => (
      <Panels {...parts} channel={channel} name={name} giveFocus={giveFocus} />
    ),
    edit: (name) => ({ open: t('editChannel', name), save: t('saveChannel', name) }),
    remove: {
      press: (name) => t('deleteChannelNamed', name),
      keep: (name) => t('cancelDeletingChannel', name),
      consequence,
    },
  };
  return <RecordSection model={model} page={page} labels={labels} />;
}

interface ChannelProps extends ChannelsProps {
  readonly model: RecordSectionModel<'channels'>;
  readonly openItems: OpenItems;
  readonly assignments: Assignments;
  readonly channel: Channel;
  /** Short enough for a button. */
  readonly name: string;
  readonly giveFocus: FocusFn;
}

function Actions({ model, openItems, assignments, channel, name, giveFocus }: ChannelProps) {
  const { id, starred } = channel;
  const star = () => void model.patch(id, 'star', starCommand(channel, !starred), { starred: !starred });
  return (
    <>
      <button
        type="button"
        class="star"
        aria-label={t('starChannel', name)}
        aria-pressed={starred}
        onClick={star}
      >
        {starred ? '★' : '☆'}
      </button>
      <button
        type="button"
        aria-label={t('itemsOf', name)}
        aria-expanded={openItems.get(id) !== undefined}
        onClick={() => openItems.toggle(id)}
      >
        {t('items')}
      </button>
      <AssignButton
        assignments={assignments}
        to={{ id, name: channel.name || t('unnamed') }}
        label={t('assignItemsTo', name)}
        giveFocus={giveFocus}
      >
        {t('assignItems')}
      </AssignButton>
    </>
  );
}

function Panels({ deps, page, model, openItems, assignments, channel, name, giveFocus }: ChannelProps) {
  const items = openItems.get(channel.id);
  return (
    <>
      <OpenPanel assignments={assignments} id={channel.id} name={name} page={page} giveFocus={giveFocus} />
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
}

/** The color is an attribute of the image: no style is ever made of the service's text. */
function Dot({ color }: { readonly color: string }) {
  return (
    <svg class="dot" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <circle cx="6" cy="6" r="5.5" {...(isColor(color) ? { fill: color } : { class: 'hollow' })} />
    </svg>
  );
}

function consequence(affected: AffectedCount | null): string {
  if (affected === null) return t('channelDeleteUnknown');
  if (affected.exact && affected.count === 0) return t('channelDeleteNone');
  return formatCount(affected.exact ? 'channelDelete' : 'channelDeleteAtLeast', affected.count);
}
