/** What a job is about, in words. */
import type { JobView } from '../views/popup-view.ts';
import { t } from './t.ts';

/** @param shown an address as people read it */
export function describeSubject(
  { kind, subject, to = '', what = 'campaign', act }: JobView,
  shown: (address: string) => string,
): string {
  switch (kind) {
    case 'shorten':
      return shown(subject);
    case 'add-campaign':
      return t('newCampaign', subject);
    case 'add-channel':
      return t('newChannel', subject);
    case 'add-pixel':
      return t('newPixel', subject);
    case 'add-domain':
      return t('newDomain', shown(subject));
    case 'change':
      return describeChange(act === 'delete', what, what === 'domain' ? shown(subject) : subject);
    case 'assign-campaign':
      return t('fileInCampaign', shown(subject), to);
    case 'assign-channel':
      return t('fileInChannel', shown(subject), to);
  }
}

function describeChange(isDeletion: boolean, what: 'campaign' | 'channel' | 'domain', name: string): string {
  switch (what) {
    case 'campaign':
      return isDeletion ? t('deleteCampaign', name) : t('changeCampaign', name);
    case 'channel':
      return isDeletion ? t('deleteChannel', name) : t('changeChannel', name);
    case 'domain':
      return isDeletion ? t('deleteDomain', name) : t('changeDomain', name);
  }
}
