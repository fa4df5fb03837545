import { readStorage, watchStorage, type AreaName } from './storage.ts';

/**
 * Shows every later value of these keys, and the one of now: it may have changed between the page's first read and the
 * watch.
 */
export async function followStorage(
  area: AreaName,
  shows: Readonly<Record<string, (raw: unknown) => void>>,
): Promise<void> {
  const unchanged = new Map(Object.entries(shows));
  for (const [key, show] of Object.entries(shows))
    watchStorage(area, key, (raw) => {
      unchanged.delete(key);
      show(raw);
    });
  const now = await readStorage(area, ...Object.keys(shows));
  for (const [key, show] of unchanged) show(now[key]);
}
