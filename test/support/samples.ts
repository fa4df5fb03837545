/** Commands, jobs, outcomes, links and presets; and lists of links as the service returns them. */
import type { Outcome } from '../../lib/api/call.ts';
import type { Failure } from '../../lib/api/failure.ts';
import type { RateLimitInfo } from '../../lib/api/rate-limit-headers.ts';
import {
  initialState,
  type Job,
  type JobState,
  type SendSnapshot,
  type StateOf,
} from '../../lib/outbox/job.ts';
import type {
  CreateRecordCommand,
  AssignCommand,
  EditCommand,
  CreateLinkCommand,
} from '../../lib/outbox/commands.ts';
import { jobResult, type JobResult } from '../../lib/outbox/job-result.ts';
import type { LinkDraft } from '../../lib/draft/draft.ts';
import type { Preset } from '../../lib/presets/preset.ts';
import type { RecentLink } from '../../lib/storage/recent-links.ts';

export const silent: RateLimitInfo = { limit: null, remaining: null, resetAt: null, retryAt: null };

/** Sorted, to compare values in any order. */
export function sorted(values: readonly unknown[]): string[] {
  return values.map(String).sort((a, b) => (a < b ? -1 : 1));
}

/** The n-th of many valid UUIDs. */
export function uuid(n: number): string {
  return `0a000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function draft(change: Partial<LinkDraft> = {}): LinkDraft {
  return {
    address: 'https://example.com/page',
    title: 'A page',
    campaign: null,
    channel: null,
    pixels: [],
    alias: '',
    domain: '',
    ...change,
  };
}

export function shortenCommand(n: number, change: Partial<CreateLinkCommand> = {}): CreateLinkCommand {
  return {
    id: uuid(n),
    at: n,
    private: false,
    kind: 'shorten',
    from: 'popup',
    link: draft({ address: `https://example.com/${n}` }),
    ...change,
  };
}

/** A command for a link with these fields of the form. */
export function linkCommand(n: number, link: Partial<LinkDraft>): CreateLinkCommand {
  return shortenCommand(n, { link: draft({ address: `https://example.com/${n}`, ...link }) });
}

/** A command for another link of the same page: it joins no other one. */
export function anotherLinkCommand(n: number, link: Partial<LinkDraft>): CreateLinkCommand {
  return { ...linkCommand(n, link), another: true };
}

export function campaignCommand(n: number, name = `Campaign ${n}`): CreateRecordCommand {
  return { id: uuid(n), at: n, private: false, kind: 'add-campaign', name };
}

/** Assigns link 7 to campaign or channel 5. */
export function assignCommand(n: number, kind: AssignCommand['kind'] = 'assign-channel'): AssignCommand {
  return {
    id: uuid(n),
    at: n,
    private: false,
    kind,
    name: 'https://sho.rt/abc',
    item: '7',
    to: { id: '5', name: 'Mail' },
  };
}

/** Renames campaign 5, or changes its other fields. */
export function changeCommand(n: number, change: Partial<EditCommand> = {}): EditCommand {
  return {
    id: uuid(n),
    at: n,
    private: false,
    kind: 'change',
    what: 'campaign',
    act: 'update',
    item: '5',
    name: 'Mail',
    fields: { name: 'Post', public: false },
    ...change,
  };
}

export function sampleResult(n: number): JobResult {
  return jobResult({ id: String(n + 1), shortUrl: `https://sho.rt/${n}` });
}

export function jobOf(n: number, state: JobState = initialState, change: Partial<Job> = {}): Job {
  return {
    version: 4,
    command: shortenCommand(n),
    scope: 'here',
    state,
    acknowledged: false,
    noteTag: null,
    ...change,
  };
}

export function recentLink(n: number, change: Partial<RecentLink> = {}): RecentLink {
  return {
    id: String(n),
    shortUrl: `https://sho.rt/${n}`,
    address: `https://example.com/${n}`,
    title: '',
    at: n,
    ...change,
  };
}

export function presetNamed(name: string, change: Partial<Preset> = {}): Preset {
  return { id: `id-${name}`, name, sites: [], fields: {}, ...change };
}

export function good<T>(value: T): Outcome<T> {
  return { ok: true, value, rate: silent, date: null };
}

export function bad(failure: Failure): Outcome<never> {
  return { ok: false, failure, rate: null };
}

export const unreachable: Failure = { kind: 'unreachable', status: null, message: null };

export const queued = initialState;

export function sending(change: Partial<SendSnapshot> = {}): SendSnapshot {
  return { at: 0, serverAt: null, newest: '0', ...change };
}

export function sent(change: Partial<SendSnapshot> = {}): StateOf<'sent'> {
  return { name: 'sent', tries: 1, sending: sending(change) };
}

export function unknown(change: Partial<StateOf<'unknown'>> = {}): StateOf<'unknown'> {
  return {
    name: 'unknown',
    tries: 1,
    sending: sending(),
    failure: unreachable,
    answered: false,
    question: null,
    ...change,
  };
}

export function refused(change: Partial<StateOf<'refused'>> = {}): StateOf<'refused'> {
  return { name: 'refused', at: 1, failure: unreachable, sending: null, ...change };
}

export const cancelled: StateOf<'cancelled'> = { name: 'cancelled', at: 1 };

export function done(n = 1): StateOf<'done'> {
  return { name: 'done', at: n, result: sampleResult(n) };
}

/** One failure of every kind, with a message where the kind has one. */
export const failures: readonly Failure[] = [
  { kind: 'key', status: 401, message: 'Invalid key' },
  { kind: 'refused', status: 400, message: 'Alias is taken' },
  { kind: 'limit', until: 1_000, message: 'slow down' },
  unreachable,
  { kind: 'unreachable', status: 502, message: 'Bad gateway' },
  { kind: 'no-permission', origin: 'https://links.example.com' },
  { kind: 'moved', status: 301 },
  { kind: 'blocked', status: 403 },
  { kind: 'challenge', status: 403 },
  { kind: 'not-an-api', status: 404, host: 'links.example.com' },
  { kind: 'unreadable', status: 200 },
  { kind: 'timed-out' },
  { kind: 'not-an-address' },
  { kind: 'cancelled' },
  { kind: 'not-connected' },
  { kind: 'not-stored' },
  { kind: 'account-changed' },
  { kind: 'internal' },
];

export const noon = 1_700_000_000_000;

export const wrongKey: Failure = { kind: 'key', status: 401, message: 'Invalid key' };

/** A link in a list of the service. */
export function listed(id: number | string, longurl = `https://example.com/${id}`, more: object = {}) {
  return { id, alias: `a${id}`, longurl, shorturl: `https://sho.rt/a${id}`, ...more };
}

/** The body of a list of links. */
export function linkList(urls: readonly unknown[], envelope: object = {}) {
  return { body: { error: 0, data: { ...envelope, urls } } };
}
