/** Below a list that is empty because of its campaign: the list URL, which shows what the service knows. */
import { useState } from 'preact/hooks';
import type { Campaign } from '../../../lib/api/campaigns.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isolateTruncated } from '../../../lib/i18n/truncate.ts';
import { CopyableUrl } from '../records/facts.tsx';
import type { LinksModel, LinksProps } from './links-model.ts';

/** The API names no link's campaign: links that were added on the service's website are unknown here. */
export function isCampaignEmpty({ query, results }: LinksModel): boolean {
  return query.value.campaign !== '' && results.value.slots.length === 0;
}

const filteredCampaign = ({ query, records }: LinksModel): Campaign | undefined =>
  records.value.campaigns.find(({ id }) => id === query.value.campaign);

export function describeUnknownLinks(model: LinksModel): string {
  const name = filteredCampaign(model)?.name ?? t('namedById', model.query.value.campaign);
  return t('campaignLinksUnknown', isolateTruncated(name || t('unnamed')));
}

export function CampaignListUrl({ model, deps, page }: LinksProps) {
  const [status, setStatus] = useState('');
  const campaign = filteredCampaign(model);
  if (!campaign?.list || !isCampaignEmpty(model)) return null;
  const copy = async (address: string) => {
    // The same text is announced again only after another one.
    setStatus('');
    setStatus(t((await deps.copy(address)) ? 'copied' : 'notCopied'));
  };
  return (
    <div class="campaign-list-url line">
      <dl class="fact-line">
        <CopyableUrl
          label={t('listUrl')}
          address={campaign.list}
          copyName={t('copyListUrl', campaign.name)}
          onCopy={(address) => void copy(address)}
          onOpen={page.deps.openPage}
        />
      </dl>
      {!campaign.public && <p class="note">{t('listPrivate')}</p>}
      <p role="status" class="notice">
        {status}
      </p>
    </div>
  );
}
