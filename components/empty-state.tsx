/** A section without anything in it: what belongs there, and the first step. */
import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

interface EmptyStateProps {
  readonly icon: IconNode;
  readonly heading: string;
  readonly hint?: string | undefined;
  /** Buttons. */
  readonly children?: ComponentChildren;
}

export function EmptyState({ icon, heading, hint, children }: EmptyStateProps) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon of={icon} size={20} />
      </span>
      <h3>{heading}</h3>
      {hint && <p class="note">{hint}</p>}
      {children && <p class="acts">{children}</p>}
    </div>
  );
}
