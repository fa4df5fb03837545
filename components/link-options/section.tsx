/** A part of the options that is folded away; its summary tells how many fields in it are filled, and what is wrong. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from '../../lib/i18n/plural.ts';

export interface SectionProps {
  readonly id: string;
  readonly name: string;
  readonly filled: number;
  /** Fields in it that must be mended. */
  readonly wrong: number;
  /** Unfolded to begin with. */
  readonly unfolded?: boolean;
  readonly children: ComponentChildren;
}

export function Section({ id, name, filled, wrong, unfolded = false, children }: SectionProps) {
  // What a draft brings along and is wrong must be seen; from then on the person opens and closes it.
  const [open, setOpen] = useState(unfolded || wrong > 0);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span id={`${id}-name`}>{name}</span>
        {filled > 0 && <span class="count"> {formatCount('optionsFilled', filled)}</span>}
        {wrong > 0 && <span class="count wrong"> {formatCount('optionsWrong', wrong)}</span>}
      </summary>
      <div role="group" aria-labelledby={`${id}-name`}>
        {children}
      </div>
    </details>
  );
}
