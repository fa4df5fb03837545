/** What the two halves of a picker know of each other: the field (picker.tsx) and the open list (picker-list.tsx). */
import type { JSX } from 'preact';
import type { Choice } from '../../lib/draft/draft.ts';

export interface PickerProps {
  /** The input's id, unique in the page. */
  readonly id: string;
  readonly label: string;
  readonly options: readonly Choice[];
  readonly chosen: readonly Choice[];
  readonly several?: boolean | undefined;
  readonly onChange: (chosen: readonly Choice[]) => void;
  /** Offers "Create …" for a name that is not among the options. */
  readonly onCreate?: ((name: string) => void) | undefined;
  /** A creation under way. */
  readonly busy?: boolean | undefined;
  /** `null` until it has loaded. */
  readonly behaviour: PickerBehaviour | null;
}

/** Stands for the row while Enter has been pressed and the list has not loaded. */
export const enterHeld = -2;

export interface PickerState {
  /** What is typed; `null` while the list is closed. */
  readonly query: string | null;
  /** The row that Enter chooses; below 0 as long as no arrow key was pressed. */
  readonly active: number;
  readonly setQuery: (query: string | null) => void;
  readonly setActive: (row: number) => void;
}

export type PickerRow =
  | { readonly kind: 'choice'; readonly choice: Choice }
  | { readonly kind: 'none' }
  | { readonly kind: 'create'; readonly name: string };

export interface PickerBehaviour {
  readonly rowsFor: (picker: PickerProps, query: string) => readonly PickerRow[];
  /** The index of the row that Enter chooses. */
  readonly activeIn: (rows: readonly PickerRow[], picker: PickerProps, state: PickerState) => number;
  readonly onKey: (event: KeyboardEvent, picker: PickerProps, state: PickerState) => void;
  readonly onLeave: (event: FocusEvent, state: PickerState) => void;
  readonly PickerList: (props: { picker: PickerProps; state: PickerState }) => JSX.Element;
}
