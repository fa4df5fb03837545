/** The room "Campaigns". */
import type { VNode } from 'preact';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import { AssignButton, OpenPanel } from '../assign/assign-button.tsx';
import { useAssignments } from '../assign/use-assignments.ts';
import { CollectionRoom, type RoomView } from '../records/record-section.tsx';
import { CopiedAddress } from '../records/copyable-url.tsx';
import type { Consequence } from '../records/record-section-model.ts';
import { HeldCount } from '../records/linked-count.tsx';
import { countByCampaign, useCounts } from '../records/use-counts.ts';
import { useRoom } from '../records/use-record-section.ts';
import type { ManageModel } from '../model.ts';
import type { RoomParts } from '../section-deps.ts';
import { campaignsKind } from './campaigns-config.ts';

interface CampaignsProps {
  readonly parts: RoomParts;
  readonly page: ManageModel;
}

export function draw(parts: RoomParts, page: ManageModel): VNode {
  return <Campaigns parts={parts} page={page} />;
}

function Campaigns({ parts, page }: CampaignsProps) {
  const model = useRoom(parts, campaignsKind);
  const assignments = useAssignments(model);
  const counts = useCounts(parts, countByCampaign);
  const copy = (address: string) => void model.copy(address);
  const view: RoomView<'campaigns'> = {
    title: say('campaigns'),
    count: (count) => sayCount('campaignCount', count),
    search: say('searchCampaigns'),
    empty: say('campaignsEmpty'),
    add: { open: say('openNewCampaign'), submit: say('addCampaign') },
    tags: (campaign) => (
      <>
        {campaign.public && <span class="tag">{say('campaignPublic')}</span>}
        <HeldCount known={counts.value.get(campaign.id)} exact="campaignHolds" atLeast="campaignHolds" />
      </>
    ),
    facts: ({ list, rotator }, name) =>
      (list !== null || rotator !== null) && (
        <dl class="record-facts">
          {list !== null && (
            <CopiedAddress
              label={say('listAddress')}
              address={list}
              copyName={say('copyListAddress', name)}
              onCopy={copy}
            />
          )}
          {rotator !== null && (
            <CopiedAddress
              label={say('rotatorAddress')}
              address={rotator}
              copyName={say('copyRotatorAddress', name)}
              onCopy={copy}
            />
          )}
        </dl>
      ),
    acts: (campaign, name, giveFocus) => (
      <AssignButton
        assignments={assignments}
        to={{ id: campaign.id, name: campaign.name || say('nameless') }}
        label={say('assignLinksTo', name)}
        giveFocus={giveFocus}
      >
        {say('assignLinks')}
      </AssignButton>
    ),
    opened: ({ id }, name, giveFocus) => (
      <OpenPanel assignments={assignments} id={id} name={name} page={page} giveFocus={giveFocus} />
    ),
    edit: (name) => ({ open: say('editCampaign', name), save: say('saveCampaign', name) }),
    remove: {
      press: (name) => say('deleteCampaignNamed', name),
      keep: (name) => say('keepCampaign', name),
      consequence,
    },
  };
  return <CollectionRoom model={model} page={page} view={view} />;
}

function consequence(known: Consequence | null): string {
  return known === null || known.count === 0
    ? say('campaignDeleteUnknown')
    : sayCount('campaignDelete', known.count);
}
