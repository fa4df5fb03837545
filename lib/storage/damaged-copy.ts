/** Copies data that can't be read, without passwords and keys. */
import { isObject } from '../api/is-object.ts';
import { damagedPrefix } from './storage-keys.ts';

/** Deeper than anything that is stored here: the recursion must end. */
const maxDepth = 40;

const secretName = /^(?:password|key)$/iu;
/** Also matches in a text that was cut off. */
const secretInText = /("(?:password|key)"\s*:\s*")(?:[^"\\]|\\.)*/giu;

export function withoutSecrets(raw: unknown, depth = 0): unknown {
  if (typeof raw === 'string') return raw.replaceAll(secretInText, '$1');
  if (!isObject(raw)) return raw;
  if (depth > maxDepth) return null;
  if (Array.isArray(raw)) return raw.map((entry) => withoutSecrets(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      secretName.test(name) ? '' : withoutSecrets(value, depth + 1),
    ]),
  );
}

export async function copyDamaged(
  area: { set(items: Record<string, unknown>): Promise<void> },
  key: string,
  raw: unknown,
): Promise<void> {
  await area.set({ [damagedPrefix + key]: withoutSecrets(raw) });
}
