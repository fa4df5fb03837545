/**
 * The envelope, read tolerantly: one answer in, the promised value or one failure out. Content decides, not the
 * content type; a success is only what says so and reads as what was asked for (field notes, "Odd and hostile
 * answers"; API §7).
 */
import type { Call, Method, Outcome } from './call.ts';
import type { Failure } from './failure.ts';
import { isRecord } from './coerce.ts';
import { findJson } from './extract-json.ts';
import { payloadCandidates } from './pagination.ts';
import { readMessage } from './error-message.ts';
import { isRateLimited, readServerDate, readRateLimit, WINDOW_MS } from './rate-limit.ts';

/** How the body was lost although an answer had begun. */
export type BodyError = 'too-large' | 'broken' | 'timed-out';

export interface RawResponse {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: string | { readonly lost: BodyError };
  /** Named when a stranger answered. */
  readonly host: string;
  /** When the answer came, epoch ms. */
  readonly now: number;
  /** Takes the API key out of a text. */
  readonly redact: (text: string) => string;
  /** Takes out of the service's own words what was sent in confidence: anywhere else it may stand by chance. */
  readonly redactWords: (text: string) => string;
}

type Content =
  | { readonly kind: 'json'; readonly value: unknown }
  /** HTML or any other text. */
  | { readonly kind: 'page'; readonly value: string }
  | { readonly kind: 'empty' | 'truncated' | 'garbled' | BodyError; readonly value: null };

type Envelope = Readonly<Record<string, unknown>>;

export function readReply<T>(call: Call<T>, answer: RawResponse): Outcome<T> {
  const { status, headers, now } = answer;
  const content: Content =
    typeof answer.body === 'string'
      ? readContent(answer.body, call.method, answer.redact)
      : { kind: answer.body.lost, value: null };
  const rate = readRateLimit({ status, headers, body: content.value, now });
  const refuse = (failure: Failure): Outcome<T> => ({ ok: false, failure, rate });
  const accept = (read: () => T): Outcome<T> => {
    try {
      return { ok: true, value: read(), rate, date: readServerDate(headers) };
    } catch {
      return refuse({ kind: 'unreadable', status });
    }
  };
  const message = readMessage(content.value, answer.redactWords);

  if (status >= 300 && status < 400) return refuse({ kind: 'moved', status });
  if (headers.get('cf-mitigated')?.toLowerCase() === 'challenge')
    return refuse({ kind: 'challenge', status });
  if (isRateLimited(status, content.value)) {
    return refuse({ kind: 'limit', until: rate.retryAt ?? now + WINDOW_MS, message });
  }
  const foreign = content.kind === 'page' || content.kind === 'empty';
  if ((status === 405 || status === 501) && foreign) return refuse({ kind: 'blocked', status });
  // Before any look at `error`: a 500 that says "error: 0" is still a failure.
  if (status >= 500) return refuse({ kind: 'unreachable', status, message });
  if (status === 401) return refuse({ kind: 'key', status, message });
  if (content.kind === 'page' && isChallenge(content.value)) return refuse({ kind: 'challenge', status });
  if (status === 403 && foreign) return refuse({ kind: 'blocked', status });

  switch (content.kind) {
    case 'broken':
    case 'truncated':
      return refuse({ kind: 'unreachable', status: null, message: null });
    case 'timed-out':
      return refuse({ kind: 'timed-out' });
    case 'page':
      return refuse({ kind: 'not-an-api', status, host: answer.host });
    case 'empty':
      if (status < 300 && (call.method === 'PUT' || call.method === 'DELETE')) {
        return accept(() => call.read({}));
      }
      return refuse({ kind: 'unreadable', status });
    case 'too-large':
    case 'garbled':
      return refuse({ kind: 'unreadable', status });
    case 'json':
  }

  const body = content.value;
  if (!isRecord(body)) return refuse({ kind: 'unreadable', status });
  if (status === 403) return refuse({ kind: 'key', status, message });
  const error = body['error'];
  // Business failures come with 200 and with 400, so below 500 the body has the word.
  if (saysSuccess(error)) return accept(() => call.read(body));
  const { readNotFound } = call;
  if (saysFailure(error))
    return readNotFound ? accept(readNotFound) : refuse({ kind: 'refused', status, message });
  return refuse(status >= 400 ? { kind: 'refused', status, message } : { kind: 'unreadable', status });
}

function saysSuccess(error: unknown): boolean {
  return error === 0 || error === '0' || error === false || error === 'false';
}

/** A missing, empty or null `error` says neither yes nor no. */
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

/** The answer in a text that something else on the server has printed around it. */
function readAround(text: string, method: Method, redact: (text: string) => string): Content {
  const beginsAsJson = /^[[{]/.test(text);
  const { objects, truncated } = findJson(text);
  const documents = objects
    .map((object) => parseJson(object, redact)?.value)
    .filter((document) => isRecord(document));
  const answers = documents.filter((document) => 'error' in document);
  if (answers.length > 0) {
    const value = chooseAnswer(answers, method);
    return value ? { kind: 'json', value } : { kind: 'garbled', value: null };
  }
  if (truncated) return { kind: 'truncated', value: null };
  if (!beginsAsJson) return { kind: 'page', value: text };
  const [first] = documents;
  return first ? { kind: 'json', value: first } : { kind: 'garbled', value: null };
}

/**
 * Of several answers in one text the first, unless they contradict each other. Then a record that was made or read is
 * believed, since nobody could name it otherwise; a bare "done" is not, and nothing is.
 */
function chooseAnswer(answers: readonly Envelope[], method: Method): Envelope | undefined {
  const [first, ...others] = answers;
  if (first === undefined) return undefined;
  const success = saysSuccess(first['error']);
  if (others.every((other) => saysSuccess(other['error']) === success)) return first;
  return answers.find((answer) => saysSuccess(answer['error']) && provesItself(answer, method));
}

function provesItself(answer: Envelope, method: Method): boolean {
  if (method === 'GET') return 'data' in answer || 'details' in answer;
  // Nothing in the answer to a change would not be there without it.
  if (method !== 'POST') return false;
  return payloadCandidates(answer).some((place) =>
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
    // Not JSON, which the caller tells as an unreadable answer.
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
