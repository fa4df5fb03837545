/** A collapsible section of the options; its summary counts the fields that are filled and those that are invalid. */
import { ChevronRight, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from '../../lib/i18n/plural.ts';
import { Icon } from '../icon.tsx';

export interface SectionProps {
  readonly id: string;
  readonly name: string;
  readonly icon: IconNode;
  readonly filled: number;
  /** The number of invalid fields. */
  readonly wrong: number;
  /** Open initially. */
  readonly unfolded?: boolean;
  readonly children: ComponentChildren;
}

export function Section({ id, name, icon, filled, wrong, unfolded = false, children }: SectionProps) {
  // Invalid fields of a loaded draft must be visible at first.
  const [open, setOpen] = useState(unfolded || wrong > 0);
  return (
    <details class="fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon of={icon} />
        <span id={`${id}-name`}>{name}</span>
        {filled > 0 && <span class="pill"> {formatCount('sectionSet', filled)}</span>}
        {wrong > 0 && <span class="pill wrong"> {formatCount('sectionErrors', wrong)}</span>}
        <Icon of={ChevronRight} mirrors />
      </summary>
      <div role="group" aria-labelledby={`${id}-name`}>
        {children}
      </div>
    </details>
  );
}
