/** The options of a created link as the result shows them: names, times and counts, never a password. */
import type { LinkDraft } from './draft.ts';
import type { Target } from './link-options.ts';
import { allTargets } from './parse-options.ts';

export interface LinkSummary {
  readonly campaign?: string;
  readonly channel?: string;
  readonly pixels?: readonly string[];
  readonly type?: string;
  readonly password?: true;
  /** As it was sent, or relative to the time of sending. */
  readonly expiry?: string;
  readonly visibility?: 'private' | 'public';
  readonly note?: string;
  readonly card?: true;
  readonly targets?: number;
  readonly deepLink?: true;
  readonly parameters?: number;
}

/**
 * @param hadPassword the password itself is deleted once the link has been created
 * @param sentExpiry the resolved time of a relative expiration
 */
export function linkSummary(
  { campaign, channel, pixels, extras }: LinkDraft,
  hadPassword = false,
  sentExpiry?: string,
): LinkSummary {
  const assigned: LinkSummary = {
    ...(campaign !== null && { campaign: campaign.name }),
    ...(channel !== null && { channel: channel.name }),
    ...(pixels.length > 0 && { pixels: pixels.map(({ name }) => name) }),
  };
  if (extras === undefined) return hadPassword ? { ...assigned, password: true } : assigned;
  const { type, password, expiry, visibility, note, card, deepLink, parameters } = extras;
  const isSet = (target: Target) => target.when.trim() !== '' && target.link.trim() !== '';
  const targets = allTargets(extras).filter(isSet).length;
  const named = parameters.filter(({ name }) => name.trim() !== '').length;
  return {
    ...assigned,
    ...(type !== '' && { type }),
    ...((hadPassword || password !== '') && { password: true }),
    ...(expiry !== '' && { expiry: (sentExpiry ?? expiry).replace('T', ' ') }),
    ...(visibility !== '' && { visibility }),
    ...(note.trim() !== '' && { note: note.trim() }),
    ...(Object.values(card).some((text) => text.trim() !== '') && { card: true }),
    ...(targets > 0 && { targets }),
    ...((deepLink.auto || deepLink.apple.trim() !== '' || deepLink.google.trim() !== '') && {
      deepLink: true,
    }),
    ...(named > 0 && { parameters: named }),
  };
}
