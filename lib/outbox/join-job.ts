/**
 * Presses that join a job. A press for a link that is already in progress makes no second one: it is noted in the job and
 * gets its result.
 */
import { isFromTrigger, isSubmittedWithOthers, type Command, type CreateLinkCommand } from './commands.ts';
import { lostSendOf } from './job-status.ts';
import { isFinished, type Job, type Joined } from './job.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';
import { toLinkFields } from '../draft/to-link-fields.ts';

/** A user's press for one link joins, and is joined; one that requests another link of the same page neither. */
export function mayJoin(command: Command): command is CreateLinkCommand {
  return (
    command.kind === 'shorten' &&
    (command.from === 'popup' || isFromTrigger(command)) &&
    command.another !== true
  );
}

/** The request as it is sent: two presses that differ in it are two links. */
const requestOf = ({ link, awaits = [] }: CreateLinkCommand): string =>
  JSON.stringify([toLinkFields(link), awaits]);

/**
 * The job that a press joins; `undefined` where it is a job of its own.
 *
 * @param before jobs that were open when the press came in, as they were then: the result may have come meanwhile
 */
export function jobToJoin(
  press: CreateLinkCommand,
  jobs: Iterable<Job>,
  scope: string,
  before: ReadonlyMap<string, Job> = new Map(),
): Job | undefined {
  if (!parseUserUrl(press.link.address).ok) return undefined;
  const request = requestOf(press);
  for (const job of jobs) {
    const { command } = job;
    if (job.scope !== scope || !mayJoin(command) || command.private !== press.private) continue;
    const { state } = job;
    const earlier = before.get(command.id);
    const isJustMade = state.name === 'done' && (state.at >= press.at || earlier !== undefined);
    if (command.link.address !== press.link.address || (isFinished(job) && !isJustMade)) continue;
    // Without its password it can't be compared with the press.
    const asked = job.passwordDropped === true ? earlier?.command : command;
    if (asked !== undefined && mayJoin(asked) && requestOf(asked) === request) return job;
  }
  return undefined;
}

/**
 * The job of an earlier press for the same link with a send that may have created it, though it ended as a failure or was
 * cancelled before the next send: that is looked up before another one, as it is after "Try again".
 */
export function lostJobBefore(press: CreateLinkCommand, jobs: Iterable<Job>, scope: string): Job | undefined {
  const request = requestOf(press);
  let latest: Job | undefined;
  for (const job of jobs) {
    const { command, passwordDropped } = job;
    if (!isFinished(job) || job.scope !== scope || !mayJoin(command) || lostSendOf(job) === undefined)
      continue;
    // Without its password it can't be compared with the press.
    if (passwordDropped === true || command.private !== press.private || requestOf(command) !== request)
      continue;
    latest = job;
  }
  return latest;
}

/** What a press is for; without an id where it made no job. */
export type PressTarget = Pick<CreateLinkCommand, 'at' | 'private'> & {
  readonly id?: string;
  readonly link: Pick<CreateLinkCommand['link'], 'address'>;
};

/**
 * The failures of earlier presses for the same URL that its latest press makes outdated, as trying one again would make a
 * second link. One with a lost send stays: only that job can find what the send may have created.
 */
export function outdatedFailures(
  { id, at, link, ...press }: PressTarget,
  jobs: Iterable<Job>,
  scope: string,
) {
  const found: Job[] = [];
  for (const job of jobs) {
    const { command, state, acknowledged } = job;
    if (state.name !== 'refused' || acknowledged || job.scope !== scope || state.at >= at) continue;
    // Its own, after the clock was set back.
    if (command.id === id) continue;
    if (command.kind !== 'shorten' || isSubmittedWithOthers(command) || lostSendOf(job)) continue;
    if (command.private === press.private && command.link.address === link.address) found.push(job);
  }
  return found;
}

/** No page requests a trigger's press by its id, so the latest of those is enough. */
export function withPress(joined: readonly Joined[], { id, at, from }: CreateLinkCommand): Joined[] {
  if (from !== 'popup' && from !== 'menu') return [...joined];
  return [...joined.filter((other) => from === 'popup' || other.from === 'popup'), { id, at, from }];
}

/** The press that a result is copied for: the latest. */
export function latestPress({ command, joined = [] }: Job): { readonly at: number; readonly from: string } {
  const first = { at: command.at, from: command.kind === 'shorten' ? command.from : '' };
  return joined.reduce<typeof first>((latest, press) => (press.at >= latest.at ? press : latest), first);
}

/** One of its presses was made there. */
export function isPressedIn({ command, joined = [] }: Job, from: Joined['from']): boolean {
  return (command.kind === 'shorten' && command.from === from) || joined.some((press) => press.from === from);
}
