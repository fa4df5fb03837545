/** Something that happened, is offered or has to be decided, with the actions that help. */
import { CircleX, KeyRound, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import type { Failure } from '../lib/api/failure.ts';
import { Icon } from './icon.tsx';

interface BannerProps {
  readonly icon: IconNode;
  /** Gray for an offer or a note, yellow for a decision or a warning, red for a failure. */
  readonly tone?: 'offer' | 'decision' | 'failure';
  /** `alert` where it comes unasked, `group` for a question. */
  readonly role?: 'alert' | 'status' | 'group' | 'note' | undefined;
  /** The accessible name of a group. */
  readonly label?: string;
  /** The `data-item` for useFocusRestore. */
  readonly item?: string | undefined;
  /** The first words, in bold. */
  readonly heading?: ComponentChildren;
  /** Plain buttons, two at most. */
  readonly actions?: ComponentChildren;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children?: ComponentChildren;
}

export function Banner({ icon, tone = 'offer', heading, actions, children, ...root }: BannerProps) {
  return (
    <div
      role={root.role}
      aria-label={root.label}
      class={`banner ${tone}`}
      data-item={root.item}
      onKeyDown={root.onKeyDown}
    >
      <Icon of={icon} />
      <div>
        {heading && (
          <p>
            <strong>{heading}</strong>
          </p>
        )}
        {children}
        {actions && <p class="acts">{actions}</p>}
      </div>
    </div>
  );
}

export function failureIcon({ kind }: Failure): IconNode {
  return kind === 'key' ? KeyRound : CircleX;
}
