/** What a new link starts with, by the user's preferences. */
import type { LinkDraft, PickerOption } from './draft.ts';
import { defaultLinkOptions } from './parse-options.ts';

export interface LinkDefaults {
  readonly campaign: PickerOption | null;
  readonly channel: PickerOption | null;
  readonly pixels: PickerOption[];
  /** Relative (expiry.ts); empty or omitted for none. */
  readonly expiry?: string | undefined;
}

export function draftFromDefaults(
  { campaign, channel, pixels, expiry = '' }: LinkDefaults,
  { address, title }: Pick<LinkDraft, 'address' | 'title'>,
): LinkDraft {
  const draft = { address, title, campaign, channel, pixels, alias: '', domain: '' };
  return expiry === '' ? draft : { ...draft, extras: { ...defaultLinkOptions, expiry } };
}
