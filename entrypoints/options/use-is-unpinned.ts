import { useEffect, useState } from 'preact/hooks';
import type { isOnToolbar } from '../../lib/browser/toolbar.ts';
import type { ShortcutsProps } from './shortcuts.tsx';

export interface ToolbarDeps extends Pick<ShortcutsProps, 'onFocus'> {
  readonly isOnToolbar: typeof isOnToolbar;
}

/** Whether the button is hidden in the menu of extensions; false until that is known. */
export function useIsUnpinned({ isOnToolbar, onFocus }: ToolbarDeps): boolean {
  const [isUnpinned, setUnpinned] = useState(false);
  useEffect(() => {
    const look = () =>
      void isOnToolbar().then(
        (isThere) => setUnpinned(!isThere),
        // Unknown counts as pinned.
        () => undefined,
      );
    look();
    return onFocus(look);
  }, []);
  return isUnpinned;
}
