/** Data that can't be read is set aside as it was, but for passwords and keys: nobody needs those of a copy. */

/** Deeper than anything that is stored here. */
const deepest = 40;

const secretName = /^(?:password|key)$/iu;
/** In a text that was cut off in the middle, too. */
const secretInText = /("(?:password|key)"\s*:\s*")(?:[^"\\]|\\.)*/giu;

export const damagedPrefix = 'damaged:';

export function withoutSecrets(raw: unknown, depth = 0): unknown {
  if (typeof raw === 'string') return raw.replaceAll(secretInText, '$1');
  if (typeof raw !== 'object' || raw === null) return raw;
  if (depth > deepest) return null;
  if (Array.isArray(raw)) return raw.map((entry) => withoutSecrets(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      secretName.test(name) ? '' : withoutSecrets(value, depth + 1),
    ]),
  );
}
