/** What a new link starts with, by the user's preferences. */
import type { LinkDraft, PickerOption } from './draft.ts';
import { defaultLinkOptions } from './parse-options.ts';

export interface LinkDefaults {
  readonly campaign: PickerOption | null;
  readonly channel: PickerOption | null;
  readonly pixels: PickerOption[];
  /** Relative (expiry.ts); empty or omitted for none. */
  readonly expiry?: string | undefined;
  /** The registered value; empty or omitted for the service's default. */
  readonly domain?: string | undefined;
}

/** @param defaults no other properties: they would become part of the draft */
export const draftFromDefaults = (
  { expiry, domain = '', ...rest }: LinkDefaults,
  { address, title }: Pick<LinkDraft, 'address' | 'title'>,
): LinkDraft => ({
  ...rest,
  address,
  title,
  alias: '',
  domain,
  ...(expiry && { extras: { ...defaultLinkOptions, expiry } }),
});
