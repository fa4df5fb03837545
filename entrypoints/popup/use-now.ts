/** The seconds that a waiting popup counts down. */
import { useEffect } from 'preact/hooks';
import type { PopupModel } from './model.ts';

/** Keeps `model.now` going as long as something on screen counts. */
export function useNow(model: PopupModel, counts: boolean): void {
  useEffect(() => {
    if (!counts) return;
    const tick = () => (model.now.value = model.deps.now());
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [counts]);
}
