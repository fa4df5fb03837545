/**
 * The envelope, read tolerantly: one response in, the promised value or one failure out. Content decides, not the
 * content type; a success must report itself as one and fit the call's schema (API §7).
 */
import { UnreadableBody, type Call, type Method, type Outcome } from './call.ts';
import { noResponse, type Failure } from './failure.ts';
import { isRecord } from './coerce.ts';
import { findJson } from './extract-json.ts';
import { payloadCandidates } from './response-fields.ts';
import { readMessage } from './error-message.ts';
import { isRateLimited, readServerDate, readRateLimit, defaultWindowMs } from './rate-limit-headers.ts';

/** The reason why a body that had begun was not read to its end. */
type BodyError = 'too-large' | 'broken' | 'timed-out';

interface RawResponse {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: string | { readonly lost: BodyError };
  /** Reported when something else than the service answered. */
  readonly host: string;
  /** Epoch ms of the response. */
  readonly now: number;
  /** Takes the API key out of a text. */
  readonly redact: (text: string) => string;
  /** Also takes a password that was sent out of the service's message: elsewhere it may occur by chance. */
  readonly redactWords: (text: string) => string;
}

type Content =
  | { readonly kind: 'json'; readonly value: unknown }
  /** HTML or any other text. */
  | { readonly kind: 'page'; readonly value: string }
  | { readonly kind: 'empty' | 'truncated' | 'garbled' | BodyError; readonly value: null };

type Envelope = Readonly<Record<string, unknown>>;

export function readReply<T>(call: Call<T>, response: RawResponse): Outcome<T> {
  const { status, headers, body, now } = response;
  const content: Content =
    typeof body === 'string'
      ? readContent(body, call.method, response.redact)
      : { kind: body.lost, value: null };
  const rate = readRateLimit({ status, headers, body: content.value, now });
  const message = readMessage(content.value, response.redactWords);
  const limited: Failure = { kind: 'limit', until: rate.retryAt ?? now + defaultWindowMs, message };
  const result =
    failureByHeaders(response) ??
    (isRateLimited(status, content.value) ? limited : interpret(call, response, content, message));
  if (typeof result !== 'function') return { ok: false, failure: result, rate };
  try {
    return { ok: true, value: result(), rate, date: readServerDate(headers) };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return { ok: false, failure: { kind: 'unreadable', status }, rate };
  }
}

/** A failure, or the function that reads the value and throws when it can't. */
type Interpretation<T> = Failure | (() => T);

function failureByHeaders({ status, headers }: RawResponse): Failure | null {
  if (status >= 300 && status < 400) return { kind: 'moved', status };
  if (headers.get('cf-mitigated')?.toLowerCase() === 'challenge') return { kind: 'challenge', status };
  return null;
}

function interpret<T>(
  call: Call<T>,
  { status, host }: RawResponse,
  content: Content,
  message: string | null,
): Interpretation<T> {
  const byStatus = failureByStatus(status, content, message);
  if (byStatus !== null) return byStatus;
  switch (content.kind) {
    case 'broken':
    case 'truncated':
      return noResponse;
    case 'timed-out':
      return { kind: 'timed-out' };
    case 'page':
      return { kind: 'not-an-api', status, host };
    case 'empty': {
      const mayBeEmpty = status < 300 && (call.method === 'PUT' || call.method === 'DELETE');
      return mayBeEmpty ? () => call.read({}) : { kind: 'unreadable', status };
    }
    case 'too-large':
    case 'garbled':
      return { kind: 'unreadable', status };
    case 'json':
      return interpretJson(call, status, content.value, message);
  }
}

/** A firewall or web server in front of the service refuses this request, for its content or size; others may pass. */
const refusedInFront = new Set([403, 406, 413, 414, 415, 431]);

function failureByStatus(status: number, content: Content, message: string | null): Failure | null {
  const isForeign = content.kind === 'page' || content.kind === 'empty';
  if ((status === 405 || status === 501) && isForeign) return { kind: 'blocked', status };
  // Before any look at `error`: a 500 with "error: 0" is still a failure.
  if (status >= 500) return { kind: 'unreachable', status, message };
  if (status === 401) return { kind: 'key', status, message };
  if (content.kind === 'page' && isChallenge(content.value)) return { kind: 'challenge', status };
  if (refusedInFront.has(status) && isForeign) return { kind: 'blocked', status };
  return null;
}

/** Business failures come with 200 and with 400, so below 500 the body decides. */
function interpretJson<T>(
  call: Call<T>,
  status: number,
  body: unknown,
  message: string | null,
): Interpretation<T> {
  if (!isRecord(body)) return { kind: 'unreadable', status };
  if (status === 403) return { kind: 'key', status, message };
  const error = body['error'];
  if (saysSuccess(error)) return () => call.read(body);
  if (saysFailure(error)) return call.readNotFound ?? { kind: 'refused', status, message };
  return status >= 400 ? { kind: 'refused', status, message } : { kind: 'unreadable', status };
}

function saysSuccess(error: unknown): boolean {
  return error === 0 || error === '0' || error === false || error === 'false';
}

/** A missing, empty or null `error` is neither success nor failure. */
function saysFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error);
}

function readContent(given: string, method: Method, redact: (text: string) => string): Content {
  // `\s` covers the byte-order mark; the letters are one that was encoded twice.
  const text = given.replace(/^(?:\s|ï»¿)+/, '').trimEnd();
  if (text === '') return { kind: 'empty', value: null };
  const whole = parseJson(text, redact);
  if (whole) return { kind: 'json', value: whole.value };
  return readAround(text, method, redact);
}

/** The response in a text that something else on the server has printed around it. */
function readAround(text: string, method: Method, redact: (text: string) => string): Content {
  const beginsAsJson = /^[[{]/.test(text);
  const { objects, truncated } = findJson(text);
  const documents = objects
    .map((object) => parseJson(object, redact)?.value)
    .filter((document) => isRecord(document));
  const responses = documents.filter((document) => 'error' in document);
  if (responses.length > 0) {
    const value = chooseResponse(responses, method);
    return value ? { kind: 'json', value } : { kind: 'garbled', value: null };
  }
  if (truncated) return { kind: 'truncated', value: null };
  if (!beginsAsJson) return { kind: 'page', value: text };
  const [first] = documents;
  return first ? { kind: 'json', value: first } : { kind: 'garbled', value: null };
}

/**
 * Chooses the first of several responses in one text, unless they contradict each other. Then only one that contains a
 * record is accepted, because only the real response could know it. A bare "done" proves nothing: then no response counts.
 */
function chooseResponse(responses: readonly Envelope[], method: Method): Envelope | undefined {
  const [first, ...others] = responses;
  if (first === undefined) return undefined;
  const success = saysSuccess(first['error']);
  if (others.every((other) => saysSuccess(other['error']) === success)) return first;
  return responses.find((response) => saysSuccess(response['error']) && provesItself(response, method));
}

function provesItself(response: Envelope, method: Method): boolean {
  if (method === 'GET') return 'data' in response || 'details' in response;
  // Nothing in the response to a change would not be there without it.
  if (method !== 'POST') return false;
  return payloadCandidates(response).some((place) =>
    ['id', 'shorturl', 'short'].some((name) => Object.hasOwn(place, name)),
  );
}

/** Redacts while parsing, so that no escape can carry the key past it into a value. */
function parseJson(text: string, redact: (text: string) => string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text, (_, part: unknown) => {
      if (typeof part === 'string') return redact(part);
      // A name can carry it as well.
      return isRecord(part)
        ? Object.fromEntries(Object.entries(part).map(([name, inner]) => [redact(name), inner]))
        : part;
    });
    return { value };
  } catch {
    // Not JSON, which the caller reports as an unreadable response.
    return null;
  }
}

/** A page whose script sets a cookie and loads again, as simple "are you a browser" gates do. */
function isChallenge(page: string): boolean {
  const start = page.slice(0, 100_000);
  return (
    /document\.cookie\s*=/.test(start) &&
    /location\s*(?:=|\.(?:reload|replace|assign|href)\b)|http-equiv\s*=\s*["']?refresh/i.test(start)
  );
}
