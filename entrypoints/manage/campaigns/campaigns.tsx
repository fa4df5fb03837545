import { Download, Folder } from 'lucide';
import { Button } from '../../../components/button.tsx';
import type { Campaign } from '../../../lib/api/campaigns.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useAssign } from '../assign/use-assign.tsx';
import { campaignExportItem, filterHash } from '../links/filter-item.ts';
import { RecordSection, type RecordSectionLabels } from '../records/record-section.tsx';
import { CopyableUrl, LinkedCount } from '../records/facts.tsx';
import type { AffectedCount } from '../records/record-section-config.ts';
import { countByCampaign, useRecordCounts, type Counts } from '../records/record-counts.ts';
import { RowButton } from '../records/row-button.tsx';
import { useRecordSection } from '../records/record-section-model.ts';
import type { SectionProps } from '../section-deps.ts';
import { campaignsConfig } from './campaigns-config.ts';

export function Campaigns({ deps, page }: SectionProps) {
  const model = useRecordSection(deps, campaignsConfig);
  const assign = useAssign(model, page, {
    word: t('assignLinks'),
    label: (name) => t('assignLinksTo', name),
  });
  const counts = useRecordCounts(deps, countByCampaign);
  const copy = (address: string) => void model.copy(address);
  const openExport = ({ id }: Campaign) => deps.navigate('links', campaignExportItem(id));
  const labels: RecordSectionLabels<'campaigns'> = {
    icon: Folder,
    isPanelOpen: assign.isAnyOpen(),
    title: t('campaigns'),
    count: (count) => formatCount('campaignCount', count),
    search: t('searchCampaigns'),
    empty: { heading: t('campaignsEmpty'), hint: t('campaignsEmptyHint') },
    // Why some have no number of links, and nothing to export.
    note: t('campaignsKnown'),
    add: { open: t('openNewCampaign'), submit: t('addCampaign') },
    // Also where none is known: the list says why, and has the list URL.
    href: ({ id }) => filterHash('campaign', id),
    tags: (campaign) => campaign.public && <span class="pill">{t('campaignPublic')}</span>,
    facts: (campaign, name) => (
      <div class="fact-line">
        <CampaignLinks id={campaign.id} counts={counts.value} />
        <CampaignUrls campaign={campaign} shownName={name} onCopy={copy} />
      </div>
    ),
    actions: (campaign, name) => (
      <>
        {counts.value?.has(campaign.id) && (
          <RowButton
            icon={Download}
            word={t('exportLinks')}
            label={t('exportCampaignNamed', name)}
            showsWord
            onClick={() => openExport(campaign)}
          />
        )}
        {assign.button(campaign, name)}
      </>
    ),
    panels: assign.panel,
    formActions: (campaign) =>
      counts.value?.has(campaign.id) && (
        <Button icon={Download} text={t('exportLinks')} class="quiet" onClick={() => openExport(campaign)} />
      ),
    ...changeLabels(),
  };
  return <RecordSection model={model} page={page} labels={labels} />;
}

const changeLabels = (): Pick<RecordSectionLabels<'campaigns'>, 'edit' | 'remove'> => ({
  edit: {
    open: (name) => t('editCampaign', name),
    save: (name) => t('saveCampaign', name),
    button: t('saveCampaignButton'),
  },
  remove: {
    label: (name) => t('deleteCampaignNamed', name),
    cancelLabel: (name) => t('cancelDeletingCampaign', name),
    consequence,
  },
});

interface CampaignLinksProps {
  readonly id: Campaign['id'];
  readonly counts: Counts | null;
}

function CampaignLinks({ id, counts }: CampaignLinksProps) {
  const known = counts?.get(id);
  // Links may be in it that were added on the service's website.
  if (counts !== null && known === undefined)
    return <span title={t('linksUnknown')}>{t('linksUnknown')}</span>;
  return (
    <LinkedCount
      href={filterHash('campaign', id)}
      known={known}
      exact="campaignLinkCount"
      atLeast="campaignLinkCount"
    />
  );
}

interface CampaignUrlsProps {
  readonly campaign: Campaign;
  readonly shownName: string;
  readonly onCopy: (url: string) => void;
}

function CampaignUrls({ campaign, shownName, onCopy }: CampaignUrlsProps) {
  const { public: isPublic, list, rotator } = campaign;
  const urls = [
    // Copied, it would be a dead link for who gets it.
    [isPublic ? list : null, t('listUrl'), t('copyListUrl', shownName)],
    [rotator, t('rotatorUrl'), t('copyRotatorUrl', shownName)],
  ] as const;
  if (urls.every(([url]) => url === null)) return null;
  return (
    <dl class="fact-line record-facts">
      {urls.map(
        ([url, label, copyName]) =>
          url !== null && (
            <CopyableUrl key={label} label={label} address={url} copyName={copyName} onCopy={onCopy} />
          ),
      )}
    </dl>
  );
}

function consequence(affected: AffectedCount | null): string {
  return affected === null || affected.count === 0
    ? t('campaignDeleteUnknown')
    : formatCount('campaignDelete', affected.count);
}
