/** Drives the countdowns of a waiting popup. */
import { useEffect } from 'preact/hooks';
import type { PopupModel } from './model.ts';

/** Updates `model.now` while a countdown is on screen. */
export function useNow(model: PopupModel, counts: boolean): void {
  useEffect(() => {
    if (!counts) return;
    const tick = () => (model.now.value = model.deps.now());
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [counts]);
}
