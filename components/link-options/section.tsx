/** A collapsible section of the options; its summary counts the fields that are filled and those that are invalid. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from '../../lib/i18n/plural.ts';

export interface SectionProps {
  readonly id: string;
  readonly name: string;
  readonly filled: number;
  /** The number of invalid fields. */
  readonly wrong: number;
  /** Open initially. */
  readonly unfolded?: boolean;
  readonly children: ComponentChildren;
}

export function Section({ id, name, filled, wrong, unfolded = false, children }: SectionProps) {
  // Invalid fields of a loaded draft must be visible at first.
  const [open, setOpen] = useState(unfolded || wrong > 0);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span id={`${id}-name`}>{name}</span>
        {filled > 0 && <span class="count"> {formatCount('sectionSet', filled)}</span>}
        {wrong > 0 && <span class="count wrong"> {formatCount('sectionErrors', wrong)}</span>}
      </summary>
      <div role="group" aria-labelledby={`${id}-name`}>
        {children}
      </div>
    </details>
  );
}
