/** All forms of a refusal with a retry time, as generated responses with the wait that a correct parser reads. */
import fc from 'fast-check';
import { serverDate } from './wires.ts';
import { SERVER_EPOCH, type WireResponse } from './device.ts';

/** `wait`: the ms that the service means; `null` when it reports no usable time. */
export interface Refusal {
  readonly form: string;
  readonly wait: number | null;
  readonly at: (now: number) => WireResponse;
}

type Said = { readonly headers?: Record<string, string>; readonly body?: Record<string, unknown> };
interface Form {
  /** `opens`: epoch ms of the service's own clock, whole seconds. */
  readonly say: (seconds: number, opens: number) => Said;
}

const header = (name: string, value: string | number): Said => ({ headers: { [name]: String(value) } });

export const FORMS: Readonly<Record<string, Form>> = {
  'Retry-After in seconds': { say: (seconds) => header('Retry-After', seconds) },
  'Retry-After in decimals': { say: (seconds) => header('Retry-After', seconds.toFixed(3)) },
  'Retry-After as a date': { say: (_, opens) => header('Retry-After', new Date(opens).toUTCString()) },
  'Retry-After in the body': { say: (seconds) => ({ body: { 'Retry-After': seconds } }) },
  'retry_after in the body, as text': { say: (seconds) => ({ body: { retry_after: String(seconds) } }) },
  'RateLimit t=': { say: (seconds) => header('RateLimit', `"default";r=0;t=${seconds}`) },
  'RateLimit-Reset': { say: (seconds) => header('RateLimit-Reset', seconds) },
  'X-RateLimit-Reset, seconds from now': {
    say: (seconds) => header('X-RateLimit-Reset', Math.min(seconds, 3_600)),
  },
  'X-RateLimit-Reset, epoch seconds': { say: (_, opens) => header('X-RateLimit-Reset', opens / 1e3) },
  'X-RateLimit-Reset, epoch milliseconds': { say: (_, opens) => header('X-RateLimit-Reset', opens) },
  'X-RateLimit-Reset, epoch microseconds': { say: (_, opens) => header('X-RateLimit-Reset', `${opens}000`) },
  'X-RateLimit-Reset, epoch nanoseconds': {
    say: (_, opens) => header('X-RateLimit-Reset', `${opens}000000`),
  },
  'X-RateLimit-Reset as a date': {
    say: (_, opens) => header('X-RateLimit-Reset', new Date(opens).toUTCString()),
  },
  'X-RateLimit-Reset as an ISO date': {
    say: (_, opens) => header('X-RateLimit-Reset', new Date(opens).toISOString()),
  },
};

const NAMES = ['Retry-After', 'RateLimit-Reset', 'X-RateLimit-Reset', 'RateLimit'];
/** In seconds and in milliseconds: by their magnitude milliseconds and microseconds of 1978, so long past. */
const YEAR_9999 = ['253402300799', '253402300799000'];
const RUBBISH = [
  '',
  ' ',
  'soon',
  'NaN',
  'null',
  '30, 30',
  '-5',
  '-1700000000',
  '1e9',
  '0x1E',
  '30s',
  '99999999999999999999999',
  '86400000',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  '9999-12-31T23:59:59Z',
  ...YEAR_9999,
  't=-3;r=0',
  '"a";r=x;t=',
];

function response({ headers, body }: Said, now: number, dressed: Dress): WireResponse {
  const dated = { ...headers, Date: serverDate(now) };
  const json = JSON.stringify({ error: 429, message: 'Slow down.', ...body });
  if (dressed === 'JSON at 200' || dressed === 'JSON')
    return { status: dressed === 'JSON' ? 429 : 200, headers: dated, body: json };
  // A delay that stands in the body needs its JSON.
  const page = '<html><body>Too many requests</body></html>';
  return { status: 429, headers: dated, body: body === undefined ? (dressed === 'page' ? page : '') : json };
}
type Dress = 'JSON' | 'JSON at 200' | 'page' | 'empty';
const dress = fc.constantFrom<Dress[]>('JSON', 'JSON at 200', 'page', 'empty');

/** Whole seconds, because dates have no more; occasionally longer than a request waits in the queue. */
const seconds = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 300 }) },
  { weight: 1, arbitrary: fc.integer({ min: 301, max: 3_600 }) },
  { weight: 1, arbitrary: fc.integer({ min: 3_601, max: 30 * 86_400 }) },
);

const named: fc.Arbitrary<Refusal> = fc
  .record({ form: fc.constantFrom(...Object.keys(FORMS)), seconds, dress })
  .map(({ form, seconds, dress }) => {
    const said = form.endsWith('seconds from now') ? Math.min(seconds, 3_600) : seconds;
    return {
      form,
      wait: said * 1_000,
      at: (now) => response(FORMS[form]?.say(said, openingOf(now, said)) ?? {}, now, dress),
    };
  });

/** The service's current Date plus so many seconds. */
function openingOf(now: number, seconds: number): number {
  return (Math.floor((SERVER_EPOCH + now) / 1_000) + seconds) * 1_000;
}

const rubbish: fc.Arbitrary<Refusal> = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 4 }),
    values: fc.array(fc.constantFrom(...RUBBISH), { minLength: 4, maxLength: 4 }),
    inBody: fc.constantFrom<unknown[]>(undefined, null, -5, 'soon', [], {}, 253_402_300_799, '', true),
    dress,
  })
  .map(({ names, values, inBody, dress }) => {
    const headers = Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']));
    const said = inBody === undefined ? { headers } : { headers, body: { 'Retry-After': inBody } };
    const wait = YEAR_9999.includes(headers['X-RateLimit-Reset'] ?? '') ? 1_000 : null;
    return { form: `rubbish ${JSON.stringify(said)}`, wait, at: (now) => response(said, now, dress) };
  });

/** A time that has passed means immediately, but not in the same second. */
const past: fc.Arbitrary<Refusal> = fc
  .record({
    form: fc.constantFrom('Retry-After as a date', 'X-RateLimit-Reset, epoch seconds', 'RateLimit-Reset'),
    ago: fc.integer({ min: 0, max: 1e6 }),
    dress,
  })
  .map(({ form, ago, dress }) => ({
    form: `${form}, past`,
    wait: 1_000,
    at: (now) => response(FORMS[form]?.say(0, openingOf(now, -ago)) ?? {}, now, dress),
  }));

export const refusal = fc.oneof(
  { weight: 6, arbitrary: named },
  { weight: 2, arbitrary: rubbish },
  { weight: 1, arbitrary: past },
);

export function refusalOf(form: string, seconds: number): Refusal {
  return {
    form,
    wait: seconds * 1_000,
    at: (now) => response(FORMS[form]?.say(seconds, openingOf(now, seconds)) ?? {}, now, 'JSON'),
  };
}
