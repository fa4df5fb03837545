/** What a job is about, in words. */
import type { JobView } from '../settings/popup-view.ts';
import { say } from './say.ts';

/** @param shown an address as people read it */
export function tellSubject({ kind, subject, to = '' }: JobView, shown: (address: string) => string): string {
  switch (kind) {
    case 'shorten':
      return shown(subject);
    case 'add-campaign':
      return say('newCampaign', subject);
    case 'add-channel':
      return say('newChannel', subject);
    case 'add-pixel':
      return say('newPixel', subject);
    case 'assign-campaign':
      return say('fileInCampaign', shown(subject), to);
    case 'assign-channel':
      return say('fileInChannel', shown(subject), to);
  }
}
