/**
 * An editable combobox for one choice or several, while it is closed. What it does while it is open, and its keys, are
 * passed in from open-combobox.tsx, so that a page can render its pickers before that module has loaded.
 */
import { ChevronDown, CircleAlert, X } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';
import { Icon } from '../icon.tsx';
import {
  pendingEnter,
  type ComboboxList,
  type ComboboxProps,
  type ComboboxState,
  type UnmatchedName,
} from './types.ts';

export function Combobox(props: ComboboxProps) {
  return (
    <>
      <ComboboxField {...props} />
      {props.unmatched && <UnmatchedNote id={props.id} unmatched={props.unmatched} />}
    </>
  );
}

function ComboboxField(props: ComboboxProps) {
  const { id, label, chosen, multiple = false, onChange, busy = false, behavior, icon } = props;
  const input = useRef<HTMLInputElement>(null);
  const state = useComboboxState();
  const { query, unmatchedText } = state;
  const list = behavior?.listFor(props, state) ?? null;
  const show = (text: string) => {
    state.setQuery(text);
    state.setActive('');
  };
  const note = unmatchedText && behavior ? behavior.unmatchedTextNote(props, unmatchedText) : '';
  const unmatchedName = props.unmatched?.name || unmatchedText;
  return (
    <div
      class="property picker"
      onMouseEnter={behavior ? undefined : props.onApproach}
      onFocusIn={behavior ? undefined : props.onApproach}
      onMouseDown={(event) => keepFocus(event, input.current)}
      onFocusOut={(event) => behavior?.onLeave(event, props, state)}
    >
      {icon ? <Icon of={icon} /> : <span />}
      <label for={id}>{label}</label>
      <div class="field">
        {multiple && <Chips {...{ chosen, onChange, behavior }} onRemoved={() => input.current?.focus()} />}
        <input
          id={id}
          ref={input}
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          aria-autocomplete="list"
          aria-expanded={list !== null}
          aria-controls={`${id}-list`}
          aria-activedescendant={list?.activeId}
          aria-busy={busy}
          aria-invalid={unmatchedName ? (props.unmatched?.isProblem ?? true) : undefined}
          aria-describedby={unmatchedName ? `${id}-unmatched` : undefined}
          placeholder={chosen[0] ? (multiple ? '' : chosen[0].name) : t('none')}
          value={query ?? (unmatchedName || (multiple ? '' : (chosen[0]?.name ?? '')))}
          // With several choices the input itself shows none of them.
          title={chosen.map(({ name }) => name).join('\n')}
          onInput={(event) => show(event.currentTarget.value)}
          onClick={() => query ?? show(unmatchedName)}
          onKeyDown={(event) => (behavior ? behavior.onKey(event, props, state) : holdKey(event, state))}
        />
      </div>
      <Icon of={ChevronDown} />
      {behavior && note && <behavior.UnmatchedTextNote id={`${id}-unmatched`} note={note} />}
      <List {...{ props, state, list }} />
      {/* Also without a text, so that a screen reader announces it later. */}
      <p class="visually-hidden" aria-live="polite">
        {note || list?.hint}
      </p>
    </div>
  );
}

interface ListProps {
  readonly props: ComboboxProps;
  readonly state: ComboboxState;
  readonly list: ComboboxList | null;
}

function List({ props: picker, state, list }: ListProps) {
  const { id, label, behavior } = picker;
  return behavior && list ? (
    <behavior.PickerList {...{ picker, state, list }} />
  ) : (
    <ul id={`${id}-list`} role="listbox" aria-label={label} hidden />
  );
}

function useComboboxState(): ComboboxState {
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState('');
  const [unmatchedText, setUnmatchedText] = useState('');
  const changeQuery = (next: string | null) => {
    setQuery(next);
    if (next !== unmatchedText) setUnmatchedText('');
  };
  return { query, active, unmatchedText, setQuery: changeQuery, setActive, setUnmatchedText };
}

interface UnmatchedNoteProps extends Pick<ComboboxProps, 'id'> {
  readonly unmatched: UnmatchedName;
}

/** Also without a text, so that a screen reader announces it later. */
function UnmatchedNote({ id, unmatched: { name, note, isProblem } }: UnmatchedNoteProps) {
  return (
    <p id={`${id}-unmatched`} class={isProblem ? 'problem unmatched' : 'note unmatched'} aria-live="polite">
      {name !== '' && isProblem && <Icon of={CircleAlert} size={14} />}
      {name !== '' && <bdi>{note}</bdi>}
    </p>
  );
}

interface ChipsProps extends Pick<ComboboxProps, 'chosen' | 'onChange' | 'behavior'> {
  readonly onRemoved: () => void;
}

function Chips({ chosen, onChange, behavior, onRemoved }: ChipsProps) {
  return chosen.map((choice) => (
    <span class="chip" key={choice.id}>
      <bdi>{choice.name}</bdi>
      <button
        type="button"
        // The input is one tab stop, however many are chosen.
        tabIndex={-1}
        aria-label={t('removeChoice', choice.name)}
        onKeyDown={(event) => behavior?.onChipKey(event)}
        onClick={() => {
          onChange(chosen.filter(({ id }) => id !== choice.id));
          // The pressed button goes with its chip.
          onRemoved();
        }}
      >
        <Icon of={X} size={14} />
      </button>
    </span>
  ));
}

/**
 * Holds keys until that module has loaded. Enter must not submit the form without the choice that is being typed, which
 * that module makes later.
 */
function holdKey(event: KeyboardEvent, { query, setQuery, setActive }: ComboboxState): void {
  if (event.isComposing) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    if (query) setActive(pendingEnter);
    else setQuery('');
  } else if (/^Arrow[DU]/.test(event.key)) setQuery(query ?? '');
}

/** A click anywhere in the row is a click on its input. */
function keepFocus(event: MouseEvent, input: HTMLInputElement | null): void {
  const isOther = event.target instanceof Element && event.target.closest('button, label, [role=listbox]');
  if (event.target === input || isOther) return;
  event.preventDefault();
  input?.focus();
  input?.click();
}
