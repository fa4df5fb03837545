/** Rates how surely a record that looks like a job's own is its own: it may be another user's link. */
import type { Command } from './commands.ts';
import type { UnconfirmedField, SendSnapshot } from './job.ts';
import type { RemoteRecord, SentAt, LostJob } from './remote-record.ts';
import { compareUrls } from '../url/compare-urls.ts';
import { toLinkFields } from '../draft/to-link-fields.ts';

/** Two clocks of a service (its database's, its web server's) and dates to the minute differ by less. */
const dateToleranceMs = 120_000;
/** A UTC offset that was inferred before daylight saving time began or ended is wrong by that much. */
const utcOffsetShiftsMs = [30, 60].map((minutes) => minutes * 60_000);

/** Above our own timeout: what the service has not carried out by then, it never will. */
export const lookupDelayMs = 30_000;

/** @param lookup its start, by this device's clock, and the service's `Date` */
export function sentAt(
  { at, serverSentAt, lastServerSentAt }: SendSnapshot,
  tries: number,
  { began, date }: { readonly began: number; readonly date: number | null },
): SentAt {
  const byLookup = date === null ? null : date - Math.max(0, began - at);
  // After several sends this device's clock gives the last one, and the record may belong to the first.
  const firstByLookup = byLookup === null || tries > 1 ? null : { at: byLookup, exact: false };
  const known = [lastServerSentAt, byLookup].filter((last) => last != null);
  return {
    first: serverSentAt === undefined ? firstByLookup : { at: serverSentAt, exact: true },
    // The later one: the monotonic clock behind the first may have stood still while the device was suspended.
    last: known.length === 0 ? null : Math.max(...known),
  };
}

/** Compares the creation of a record with the times of the sends. An unknown time counts as fitting. */
export function ageOf(
  { madeAt = null, madeBy = null }: RemoteRecord,
  sent: SentAt | undefined,
): 'fits' | 'doubtful' | 'older' {
  const latest = madeAt ?? madeBy;
  if (latest === null || sent === undefined) return 'fits';
  const { first, last } = sent;
  if (madeAt !== null && last !== null && madeAt - last > lookupDelayMs + dateToleranceMs) return 'doubtful';
  if (first === null) return 'fits';
  const ahead = first.at - latest;
  if (ahead <= dateToleranceMs) return 'fits';
  const isShift = utcOffsetShiftsMs.some((shift) => Math.abs(ahead - shift) <= dateToleranceMs);
  return first.exact && !isShift ? 'older' : 'doubtful';
}

/** Requested fields that the record does not show: no list has a password or a type, only details an expiration. */
export function unconfirmedFields(
  { command, sending }: Pick<LostJob, 'command' | 'sending'>,
  record: RemoteRecord,
): UnconfirmedField[] {
  if (command.kind === 'add-pixel') return tagFits(command.tag, record) ? [] : ['tag'];
  if (command.kind !== 'shorten') return [];
  const fields = toLinkFields(command.link);
  const { details } = record;
  const missing: UnconfirmedField[] = [];
  if (fields.password) missing.push('password');
  // A relative one differs with each send.
  const expiries = sending.expiries ?? [fields.expiry];
  if (fields.expiry && !expiries.includes(details?.expiry?.replace('T', ' '))) missing.push('expiration');
  if (fields.type !== undefined) missing.push('type');
  if (!areTargetsShown(fields, details)) missing.push('targets');
  if (fields.description && !record.note.includes(fields.description)) missing.push('note');
  return missing;
}

/** The details of a record can show fields of the command that its list entry can't. */
export function needsDetails(command: Command): boolean {
  if (command.kind !== 'shorten') return false;
  const { expiry, geotarget = [], devicetarget = [] } = toLinkFields(command.link);
  return Boolean(expiry) || geotarget.length + devicetarget.length > 0;
}

function areTargetsShown(fields: ReturnType<typeof toLinkFields>, details: RemoteRecord['details']): boolean {
  const { geotarget = [], devicetarget = [], languagetarget = [], deeplink = {} } = fields;
  const { apple, google, auto } = deeplink;
  if (languagetarget.length > 0 || apple || google || auto) return false;
  const isShown = (map: ReadonlyMap<string, string> | undefined, when: string, link: string) =>
    compareUrls(map?.get(when.toLowerCase()) ?? '', link) === 'same';
  return (
    geotarget.every(({ location, link }) => isShown(details?.countries, location, link)) &&
    devicetarget.every(({ device, link }) => isShown(details?.devices, device, link))
  );
}

/** Compares tags, not types, since services rename types. Without a tag, the name decides. */
function tagFits(wanted: string, { tag = '' }: RemoteRecord): boolean {
  return tag === '' || tag.trim().toLowerCase() === wanted.trim().toLowerCase();
}
