/** When an existing short link expires, and the campaign that it is in, as far as that is known. */
import { useEffect, useState } from 'preact/hooks';
import { whileCurrent } from '../../../components/while-current.ts';
import { describeRestrictions } from '../../../lib/i18n/describe-restrictions.ts';
import { t } from '../../../lib/i18n/t.ts';
import { findCampaignId } from '../../../lib/mirror/quick-lookup.ts';
import type { LinkByUrl } from '../../../lib/storage/links-by-url.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import type { ModelProps, PopupModel } from '../model.ts';

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
