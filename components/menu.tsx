/** Buttons that another one opens. They close on Escape, by a press elsewhere, and when the focus moves elsewhere. */
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { moveInMenu } from './move-in-menu.ts';
import { onEscape } from './on-escape.ts';

interface MenuProps {
  readonly label: string;
  /** The button that opens it. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Menu({ label, opener, onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const isInside = (target: EventTarget | null) =>
    [opener, menu].some(({ current }) => target instanceof Node && current?.contains(target));
  const close = onEscape(() => {
    onClose();
    opener.current?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    close(event);
    moveInMenu(event, menu.current);
  };
  useEffect(() => {
    const button = opener.current;
    const dismiss = ({ target }: Event) => {
      if (!isInside(target)) onClose();
    };
    document.addEventListener('pointerdown', dismiss);
    button?.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', dismiss);
      button?.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    <div
      role="group"
      aria-label={label}
      class="menu"
      ref={menu}
      // Without a target, the focus is only lost.
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget !== null && !isInside(relatedTarget)) onClose();
      }}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}
