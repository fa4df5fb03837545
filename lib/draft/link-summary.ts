/** The options of a created link as the result shows them: names, values, times and counts, never a password. */
import type { LinkDraft } from './draft.ts';
import type { LinkOptions, Target } from './link-options.ts';
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
  /** The values of the UTM parameters. */
  readonly utm?: readonly string[];
}

const isSet = (text: string): boolean => text.trim() !== '';

function targetsOf(options: LinkOptions): Pick<LinkSummary, 'targets'> | false {
  const targets = allTargets(options).filter(({ when, link }: Target) => isSet(when) && isSet(link)).length;
  return targets > 0 && { targets };
}

/** What the summary has of each option; nothing for an empty one. */
const summaries = {
  type: ({ type }) => type !== '' && { type },
  password: ({ password }) => password !== '' && { password: true },
  expiry: ({ expiry }) => expiry !== '' && { expiry },
  visibility: ({ visibility }) => visibility !== '' && { visibility },
  note: ({ note }) => isSet(note) && { note: note.trim() },
  card: ({ card }) => Object.values(card).some(isSet) && { card: true },
  countries: targetsOf,
  devices: targetsOf,
  languages: targetsOf,
  deepLink: ({ deepLink: { auto, apple, google } }) =>
    (auto || isSet(apple) || isSet(google)) && { deepLink: true },
  parameters({ parameters }) {
    const utm = parameters.filter(({ name }) => isSet(name)).map(({ value }) => value.trim());
    return utm.length > 0 && { utm };
  },
  // How parameters are sent is not shown.
  parametersIn: () => false,
  parameterConflict: () => false,
} as const satisfies Record<keyof LinkOptions, (options: LinkOptions) => LinkSummary | false>;

/**
 * @param hadPassword the password itself is deleted once the link has been created
 * @param sentExpiry the resolved time of a relative expiration
 */
export function linkSummary(
  { campaign, channel, pixels, extras }: LinkDraft,
  hadPassword = false,
  sentExpiry?: string,
): LinkSummary {
  const summary: LinkSummary = {
    ...(campaign !== null && { campaign: campaign.name }),
    ...(channel !== null && { channel: channel.name }),
    ...(pixels.length > 0 && { pixels: pixels.map(({ name }) => name) }),
  };
  if (extras !== undefined)
    for (const summarize of Object.values(summaries)) Object.assign(summary, summarize(extras));
  if (hadPassword) Object.assign(summary, { password: true });
  const { expiry } = summary;
  return expiry === undefined ? summary : { ...summary, expiry: (sentExpiry ?? expiry).replace('T', ' ') };
}
