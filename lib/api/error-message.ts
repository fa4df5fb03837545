/** The service's own words as one plain sentence: safe to show, short, and never a reason to branch. */
import { invisibleClass } from './invisible-characters.ts';
import { isRecord } from './coerce.ts';
import { decodeEntities } from './html-entities.ts';

const maxLength = 300;
/** Read no further than this: ten kilobytes of message are a page, not a sentence. */
const maxReadLength = 4_000;

/** The first usable text under `message`, `msg` or `error`; `null` when the service said nothing readable. */
export function readMessage(body: unknown, redact: (text: string) => string): string | null {
  if (!isRecord(body)) return null;
  for (const given of [body['message'], body['msg'], body['error']]) {
    for (const text of Array.isArray(given) ? given : [given]) {
      const sentence = typeof text === 'string' ? plainSentence(text, redact) : '';
      // A digit or a truth value under `error` is the flag, not a sentence.
      if (sentence !== '' && !/^(?:\d+|true|false)$/i.test(sentence)) return sentence;
    }
  }
  return null;
}

const invisible = new RegExp(`[\\p{Cc}${invisibleClass}]`, 'gv');

function plainSentence(given: string, redact: (text: string) => string): string {
  const plain = decodeEntities(redact(given).slice(0, maxReadLength))
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<\/?(?:br|p|div|li|ul|ol|h\d|tr|td)\b[^>]*(?:>|$)/gi, ' ')
    .replace(/<[a-z/!?][^>]*(?:>|$)/gi, '')
    // Whitespace before control characters: a line break is both, and must leave a gap.
    .replace(/\s+/g, ' ')
    // Control and invisible characters could hide or reorder parts of the message.
    .replace(invisible, '')
    .replace(/\p{Cs}/gu, '')
    .trim();
  // A second time, because markup may have separated two halves of the key.
  const safe = redact(plain);
  if (safe.length <= maxLength) return safe;
  return `${safe
    .slice(0, maxLength - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
