/** What a job is about, in words. */
import type { JobView } from '../views/popup-view.ts';
import { say } from './t.ts';

/** @param shown an address as people read it */
export function tellSubject(
  { kind, subject, to = '', what = 'campaign', act }: JobView,
  shown: (address: string) => string,
): string {
  switch (kind) {
    case 'shorten':
      return shown(subject);
    case 'add-campaign':
      return say('newCampaign', subject);
    case 'add-channel':
      return say('newChannel', subject);
    case 'add-pixel':
      return say('newPixel', subject);
    case 'add-domain':
      return say('newDomain', shown(subject));
    case 'change':
      return tellChange(act === 'delete', what, what === 'domain' ? shown(subject) : subject);
    case 'assign-campaign':
      return say('fileInCampaign', shown(subject), to);
    case 'assign-channel':
      return say('fileInChannel', shown(subject), to);
  }
}

function tellChange(isDeletion: boolean, what: 'campaign' | 'channel' | 'domain', name: string): string {
  switch (what) {
    case 'campaign':
      return isDeletion ? say('deleteCampaign', name) : say('changeCampaign', name);
    case 'channel':
      return isDeletion ? say('deleteChannel', name) : say('changeChannel', name);
    case 'domain':
      return isDeletion ? say('deleteDomain', name) : say('changeDomain', name);
  }
}
