/** The open half of a picker: what matches, the keys, the list. Type to search, arrows and Enter to choose, "Create …" last. */
import { useEffect } from 'preact/hooks';
import { say } from '../../lib/i18n/t.ts';
import type { Choice } from '../../lib/draft/draft.ts';
import {
  enterHeld,
  type PickerBehaviour,
  type PickerProps,
  type PickerRow,
  type PickerState,
} from './types.ts';

/** At most this many matches are drawn; typing narrows the rest. */
const shownRows = 60;

/** Letters without accents and case: what a person types who does not care for either. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function matching(options: readonly Choice[], query: string): Choice[] {
  const wanted = fold(query.trim());
  const names = options.map((choice) => ({ choice, name: fold(choice.name) }));
  return [
    ...names.filter(({ name }) => name.startsWith(wanted)),
    ...names.filter(({ name }) => !name.startsWith(wanted) && name.includes(wanted)),
  ].map(({ choice }) => choice);
}

function rowsFor({ options, chosen, several, onCreate }: PickerProps, query: string): PickerRow[] {
  const wanted = query.trim();
  const matches = matching(options, query).slice(0, shownRows);
  const rows: PickerRow[] = matches.map((choice) => ({ kind: 'choice', choice }));
  if (!several && wanted === '' && chosen.length > 0) rows.unshift({ kind: 'none' });
  if (onCreate && wanted !== '' && !options.some((choice) => fold(choice.name) === fold(wanted)))
    rows.push({ kind: 'create', name: wanted });
  return rows;
}

/** Until an arrow key says otherwise, what is chosen already, and the first match where something is typed. */
function activeIn(
  rows: readonly PickerRow[],
  { chosen, several }: PickerProps,
  { query, active }: PickerState,
): number {
  if (active >= 0) return Math.min(active, rows.length - 1);
  const current = rows.findIndex((row) => row.kind === 'choice' && row.choice.id === chosen[0]?.id);
  return several || query !== '' ? 0 : Math.max(0, current);
}

function choose(row: PickerRow | undefined, picker: PickerProps, { setQuery, setActive }: PickerState): void {
  if (row === undefined) return;
  const { several = false, chosen, onChange, onCreate } = picker;
  if (row.kind === 'none') onChange([]);
  else if (row.kind === 'create') onCreate?.(row.name);
  else if (!several) onChange([row.choice]);
  else {
    const without = chosen.filter(({ id }) => id !== row.choice.id);
    onChange(without.length === chosen.length ? [...chosen, row.choice] : without);
  }
  // Several are chosen one after the other, so the list stays for the next one.
  setQuery(several && row.kind === 'choice' ? '' : null);
  if (several) setActive(-1);
}

function onKey(event: KeyboardEvent, picker: PickerProps, state: PickerState): void {
  if (event.isComposing) return;
  const { query, setQuery, setActive } = state;
  const { several = false, chosen, onChange } = picker;
  const rows = query === null ? [] : rowsFor(picker, query);
  const at = activeIn(rows, picker, state);
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step !== 0) {
    event.preventDefault();
    if (query === null) {
      setQuery('');
      setActive(-1);
    } else if (rows.length > 0) setActive((at + step + rows.length) % rows.length);
  } else if (query !== null && event.key === 'Enter') {
    event.preventDefault();
    choose(rows[at], picker, state);
  } else if (query !== null && event.key === 'Escape') {
    // The list closes, not the popup.
    event.preventDefault();
    event.stopPropagation();
    setQuery(null);
  } else if (event.key === 'Backspace' && chosen.length > 0 && (several ? !query : query === null)) {
    event.preventDefault();
    onChange(several ? chosen.slice(0, -1) : []);
  }
}

function onLeave({ currentTarget, relatedTarget }: FocusEvent, { query, setQuery }: PickerState): void {
  const inside =
    currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  if (!inside && query !== null) setQuery(null);
}

function PickerList({ picker, state }: { picker: PickerProps; state: PickerState }) {
  const { query } = state;
  const { id } = picker;
  const rows = query === null ? [] : rowsFor(picker, query);
  const more = query === null ? 0 : matching(picker.options, query).length - shownRows;
  const at = activeIn(rows, picker, state);
  useEffect(() => catchUp(rows[at], picker, state), []);
  return (
    <ul
      id={`${id}-list`}
      role="listbox"
      aria-label={picker.label}
      aria-multiselectable={picker.several ?? false}
      hidden={query === null}
      onMouseDown={(event) => event.preventDefault()}
    >
      {rows.map((row, index) => (
        <li
          key={row.kind === 'choice' ? row.choice.id : row.kind}
          id={`${id}-${index}`}
          role="option"
          aria-selected={row.kind === 'choice' && picker.chosen.some((other) => other.id === row.choice.id)}
          class={index === at ? 'active' : ''}
          ref={index === at ? intoView : null}
          onClick={() => choose(row, picker, state)}
        >
          <bdi>{rowText(row)}</bdi>
        </li>
      ))}
      {more > 0 && <li role="presentation">{say('moreMatches', String(more))}</li>}
      {query !== null && rows.length === 0 && <li role="presentation">{say('noMatches')}</li>}
    </ul>
  );
}

/** What was done in the field before the list had loaded: Enter chooses, and a field that was left is closed. */
function catchUp(row: PickerRow | undefined, picker: PickerProps, state: PickerState): void {
  const focused = document.activeElement;
  if (state.active === enterHeld) choose(row, picker, state);
  else if (focused instanceof Element && focused !== document.body && focused.id !== picker.id)
    state.setQuery(null);
}

function rowText(row: PickerRow): string {
  if (row.kind === 'choice') return row.choice.name;
  return row.kind === 'none' ? say('none') : say('createNamed', row.name);
}

function intoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

export const pickerBehaviour: PickerBehaviour = { rowsFor, activeIn, onKey, onLeave, PickerList };
