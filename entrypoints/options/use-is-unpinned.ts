import { useState } from 'preact/hooks';
import { useOnWindowFocus } from '../../components/use-on-window-focus.ts';
import type { isOnToolbar } from '../../lib/browser/toolbar.ts';

export interface ToolbarDeps {
  readonly isOnToolbar: typeof isOnToolbar;
}

/** Whether the button is hidden in the menu of extensions; false until that is known. */
export function useIsUnpinned({ isOnToolbar }: ToolbarDeps): boolean {
  const [isUnpinned, setUnpinned] = useState(false);
  useOnWindowFocus(() => {
    isOnToolbar().then(
      (isThere) => setUnpinned(!isThere),
      // Unknown counts as pinned.
      () => undefined,
    );
  });
  return isUnpinned;
}
