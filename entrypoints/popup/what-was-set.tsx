/** What a link was given, below its short URL: so that one sees that password, expiration and campaign took. */
import { linkSummary, type LinkSummary } from '../../lib/shortening/link-summary.ts';
import { middleEllipsis } from '../../lib/text/middle-ellipsis.ts';
import { sayNumber } from '../../lib/text/number.ts';
import { say, type MessageName } from '../../lib/text/say.ts';
import type { JobProps } from './failed.tsx';

/** Characters of a name or a note. */
const longest = 48;

export function WhatWasSet({ model, job }: JobProps) {
  // The service gave a link that was there: nothing of this is known of it.
  if (job.made?.existing) return null;
  const link = model.askedFor(job);
  const lines = linesOf(link === null ? (job.set ?? {}) : linkSummary(link, false, job.made?.expiry));
  if (lines.length === 0) return null;
  return (
    <ul class="what-was-set" aria-label={say('whatWasSet')}>
      {lines.map((line) => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  );
}

function linesOf(set: LinkSummary): string[] {
  const line = (name: MessageName, value: string | undefined) =>
    value === undefined ? [] : [say('setTo', say(name), middleEllipsis(value, longest))];
  const mark = (name: MessageName, is: true | undefined) => (is ? [say(name)] : []);
  const count = (name: MessageName, many: number | undefined) =>
    many === undefined ? [] : [say('setCount', say(name), sayNumber(many))];
  const visibility = { private: say('visibilityPrivate'), public: say('visibilityPublic') };
  return [
    ...line('campaign', set.campaign),
    ...line('channel', set.channel),
    ...line('pixels', set.pixels?.join(', ')),
    ...line('expires', set.expiry),
    ...mark('passwordProtected', set.password),
    ...count('targets', set.targets),
    ...line('linkType', set.type),
    ...line('visibility', set.visibility && visibility[set.visibility]),
    ...line('note', set.note),
    ...mark('socialCard', set.card),
    ...mark('deepLink', set.deepLink),
    ...count('campaignParameters', set.parameters),
  ];
}
