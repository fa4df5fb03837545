import { readStorage, watchStorage, type AreaName } from './storage.ts';

/**
 * Shows every later value of these keys, and the present one where it is another than the page has read: it may have
 * changed between that read and the watch.
 */
export async function followStorage(
  area: AreaName,
  read: Readonly<Record<string, unknown>>,
  shows: Readonly<Record<string, (raw: unknown) => void>>,
): Promise<void> {
  const shown = new Set<string>();
  for (const [key, show] of Object.entries(shows))
    watchStorage(area, key, (raw) => {
      shown.add(key);
      show(raw);
    });
  const present = await readStorage(area, ...Object.keys(shows));
  // The browser returns an unchanged value in the same order.
  const isUnchanged = (key: string) => JSON.stringify(present[key]) === JSON.stringify(read[key]);
  for (const [key, show] of Object.entries(shows))
    if (!shown.has(key) && !isUnchanged(key)) show(present[key]);
}
