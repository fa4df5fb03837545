/** A small text that opens what it is about. */
import { ChevronRight } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

interface DisclosureProps {
  readonly name: string;
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ComponentChildren;
}

export function Disclosure({ name, isOpen, onToggle, children }: DisclosureProps) {
  return (
    <details class="disclosure hint" open={isOpen} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        <Icon of={ChevronRight} size={14} mirrors />
        {name}
      </summary>
      {children}
    </details>
  );
}
