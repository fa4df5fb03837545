/** When an existing short link expires, its campaign, and how many links the page has, as far as that is known. */
import { ChevronRight, List } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { whileCurrent } from '../../../components/while-current.ts';
import { describeRestrictions } from '../../../lib/i18n/describe-restrictions.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { countMirrorLinks, findCampaignId } from '../../../lib/mirror/quick-lookup.ts';
import type { LinkByUrl } from '../../../lib/storage/links-by-url.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import type { ModelProps, PopupModel } from '../model.ts';
import { openSearch } from '../navigate.ts';

interface ExistingLinkProps extends ModelProps {
  readonly link: LinkByUrl;
}

export function ExistingLinkNote({ model, link }: ExistingLinkProps) {
  const campaign = useCampaign(model, link);
  const { unchecked = false, expires } = link;
  const isRestricted = unchecked || expires !== undefined;
  // That it never expires matters only if new links do.
  const expiration = isRestricted
    ? describeRestrictions(link)
    : model.view.value.defaults.expiry && t('linkNeverExpires');
  const text = [expiration, campaign && t('setTo', t('campaign'), isolate(campaign))]
    .filter(Boolean)
    .join(' ');
  return text === '' ? null : <p class="note">{text}</p>;
}

/** Its name; `undefined` where it is not known. */
function useCampaign({ view, addedTo }: PopupModel, { id, shortUrl }: LinkByUrl): string | undefined {
  const { scope = '', campaigns } = view.value;
  const [campaignId, setCampaignId] = useState<string | null>(null);
  useEffect(() => {
    setCampaignId(null);
    // Without the mirror it is not known.
    return id === null || scope === '' ? undefined : whileCurrent(findCampaignId(scope, id), setCampaignId);
  }, [scope, id]);
  const added = addedTo.value?.shortUrl === shortUrl ? addedTo.value.campaign : undefined;
  return added ?? campaigns.find((campaign) => campaign.id === campaignId)?.name;
}

/** Leads to all links of the page, where there are several: only one of them is shown. */
export function LinksToPage({ model }: ModelProps) {
  const { address, private: isPrivate } = model.page;
  const { scope = '' } = model.view.value;
  const [count, setCount] = useState(0);
  useEffect(() => {
    // The search is part of a URL in a normal window, where the URL of a private page must not be written.
    if (isPrivate || scope === '') return undefined;
    return whileCurrent(countMirrorLinks(scope, address), setCount);
  }, [scope]);
  if (count < 2) return null;
  return (
    <button type="button" class="property more" onClick={() => void openSearch(displayUrl(address))}>
      <Icon of={List} mirrors />
      <span>{formatCount('linksToPage', count)}</span>
      <Icon of={ChevronRight} mirrors />
    </button>
  );
}
