/** Types shared by the closed combobox (combobox.tsx) and the open one (open-combobox.tsx), which loads later. */
import type { IconNode } from 'lucide';
import type { JSX } from 'preact';
import type { PickerOption } from '../../lib/draft/draft.ts';

/** A typed name that is none of the options, shown in place of the choice until it is chosen, created or removed. */
export interface UnmatchedName {
  /** Empty for none. */
  readonly name: string;
  /** Shown below the field. */
  readonly note: string;
  readonly isProblem: boolean;
  /** The field was left with this text. */
  readonly onKeep: (text: string) => void;
}

export interface ComboboxProps {
  /** The input's id, unique in the page. */
  readonly id: string;
  readonly label: string;
  readonly icon?: IconNode | undefined;
  readonly options: readonly PickerOption[];
  readonly chosen: readonly PickerOption[];
  readonly multiple?: boolean | undefined;
  /** False where a single choice can be replaced, but not removed. */
  readonly clearable?: boolean | undefined;
  readonly onChange: (chosen: readonly PickerOption[]) => void;
  /** With it, "Create …" is offered for a name that is not among the options. */
  readonly onCreate?: ((name: string) => void) | undefined;
  /** An option is being created. */
  readonly busy?: boolean | undefined;
  /** Without it, the combobox itself keeps such a name. */
  readonly unmatched?: UnmatchedName | undefined;
  /** `null` until it has loaded. */
  readonly behavior: OpenCombobox | null;
  /** Loads it: the pointer or the focus has reached the combobox. */
  readonly onApproach?: (() => void) | undefined;
}

/** In place of an active row: Enter was pressed before the list had loaded. */
export const pendingEnter = 'pending-enter';

export interface ComboboxState {
  /** The typed text; `null` while the list is closed. */
  readonly query: string | null;
  /**
   * The key of the row that Enter chooses, which stays the same when the options change; empty for the first match of a
   * new text.
   */
  readonly active: string;
  /**
   * Typed text that is none of the options, once the field has been left: shown until it is chosen, created or
   * removed. Empty for none.
   */
  readonly unmatchedText: string;
  /** Any other text takes its place. */
  readonly setQuery: (query: string | null) => void;
  readonly setActive: (key: string) => void;
  readonly setUnmatchedText: (text: string) => void;
}

export type ComboboxRow =
  | { readonly kind: 'choice'; readonly choice: PickerOption }
  | { readonly kind: 'none' }
  | { readonly kind: 'create'; readonly name: string };

/** The open list, as it is drawn and as its keys act on it. */
export interface ComboboxList {
  readonly rows: readonly ComboboxRow[];
  /** The index of the row that Enter chooses. */
  readonly active: number;
  /** Its element id. */
  readonly activeId: string | undefined;
  /** The text below the options: there are more, none, or a new one can be created. */
  readonly hint: string;
}

/** What a combobox does while it is open. */
export interface OpenCombobox {
  /** `null` while it is closed. */
  readonly listFor: (picker: ComboboxProps, state: ComboboxState) => ComboboxList | null;
  readonly onKey: (event: KeyboardEvent, picker: ComboboxProps, state: ComboboxState) => void;
  /** A key on the button of a choice. */
  readonly onChipKey: (event: KeyboardEvent) => void;
  readonly onLeave: (event: FocusEvent, picker: ComboboxProps, state: ComboboxState) => void;
  /** What to do about the unmatched text. */
  readonly unmatchedTextNote: (picker: ComboboxProps, unmatchedText: string) => string;
  readonly UnmatchedTextNote: (props: UnmatchedTextNoteProps) => JSX.Element;
  readonly PickerList: (props: PickerListProps) => JSX.Element;
}

export interface UnmatchedTextNoteProps {
  readonly id: string;
  readonly note: string;
}

export interface PickerListProps {
  readonly picker: ComboboxProps;
  readonly state: ComboboxState;
  readonly list: ComboboxList;
}
