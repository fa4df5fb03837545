/** Loads code that only some links need, when one does. */
import { useEffect, useState } from 'preact/hooks';

/** @returns the module while it is needed and has loaded, else `null` */
export function useLazyModule<T extends object>(isNeeded: boolean, load: () => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    if (isNeeded) void load().then((module) => setLoaded(module));
  }, [isNeeded]);
  return isNeeded ? loaded : null;
}
