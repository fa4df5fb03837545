/** A combobox while it is open: its keys, the matching of the typed text, and the list. "Create …" comes last. */
import { Check, CircleAlert, CornerDownLeft, Plus, X } from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatNumber } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';
import type { PickerOption } from '../../lib/draft/draft.ts';
import { normalizeText, normalizeWithOffsets, originalRange } from '../../lib/text/normalize-text.ts';
import { HighlightedText } from '../highlighted-text.tsx';
import { Icon } from '../icon.tsx';
import { optionNamed } from './option-named.ts';
import {
  pendingEnter,
  type OpenCombobox,
  type ComboboxList,
  type ComboboxProps,
  type ComboboxRow,
  type ComboboxState,
  type UnmatchedTextNoteProps,
  type PickerListProps,
} from './types.ts';

/** Typing narrows the matches that are not rendered. */
const maxShownRows = 60;

/** The names that contain the text: the same name first, then those that begin with it. */
function matching(options: readonly PickerOption[], query: string): PickerOption[] {
  const typed = query.trim();
  const wanted = normalizeText(typed);
  const rank = ({ name }: PickerOption): number => {
    if (name === typed) return 0;
    const at = normalizeText(name).indexOf(wanted);
    return at < 0 ? -1 : at === 0 ? 1 : 2;
  };
  const ranked = options.map((choice) => ({ choice, rank: rank(choice) })).filter((one) => one.rank >= 0);
  return ranked.sort((one, other) => one.rank - other.rank).map(({ choice }) => choice);
}

/** @param matches of the typed text, of which no more are drawn than fit */
function rowsFor(
  { options, chosen, multiple, clearable = true, onCreate }: ComboboxProps,
  query: string,
  matches: readonly PickerOption[],
): ComboboxRow[] {
  const wanted = query.trim();
  const rows: ComboboxRow[] = matches.slice(0, maxShownRows).map((choice) => ({ kind: 'choice', choice }));
  if (!multiple && clearable && wanted === '' && chosen.length > 0) rows.unshift({ kind: 'none' });
  if (onCreate && wanted !== '' && !optionNamed([...options, ...chosen], wanted))
    rows.push({ kind: 'create', name: wanted });
  return rows;
}

const keyOf = (row: ComboboxRow): string => (row.kind === 'choice' ? row.choice.id : row.kind);

/**
 * Prefixes the key of the row chosen last, until the focus leaves: no row is active then, so a second Enter submits the
 * form and chooses no unwanted row. Where several can be chosen, the arrow keys continue from that row.
 */
const afterChoice = 'after ';

/** Prefixes the key of a row highlighted as the first match or the chosen one, and not by a key or the pointer. */
const suggested = 'suggested ';

/** If no row was active for this text: the chosen one or the first match. */
function activeIn(
  rows: readonly ComboboxRow[],
  { chosen, multiple }: ComboboxProps,
  { query, active }: ComboboxState,
): number {
  const at = rows.findIndex((row) => keyOf(row) === active || suggested + keyOf(row) === active);
  if (at >= 0) return at;
  if (active.startsWith(afterChoice)) return -1;
  const current = rows.findIndex((row) => row.kind === 'choice' && row.choice.id === chosen[0]?.id);
  return multiple || query !== '' ? 0 : Math.max(0, current);
}

function hintFor({ onCreate }: ComboboxProps, query: string, matches: number, rows: number): string {
  if (matches > maxShownRows) return t('moreMatches', formatNumber(matches - maxShownRows));
  if (query === '' && onCreate) return t('typeToCreate');
  return rows === 0 ? t('noMatches') : '';
}

function listFor(picker: ComboboxProps, state: ComboboxState): ComboboxList | null {
  const { query } = state;
  if (query === null) return null;
  const matches = matching(picker.options, query);
  const rows = rowsFor(picker, query, matches);
  const active = activeIn(rows, picker, state);
  return {
    rows,
    active,
    activeId: rows[active] && `${picker.id}-${keyOf(rows[active])}`,
    hint: hintFor(picker, query, matches.length, rows.length),
  };
}

function choose(
  row: ComboboxRow | undefined,
  picker: ComboboxProps,
  { setQuery, setActive }: ComboboxState,
): void {
  if (row === undefined) return;
  const { multiple = false, chosen, onChange, onCreate } = picker;
  if (row.kind === 'none') onChange([]);
  else if (row.kind === 'create') onCreate?.(row.name);
  else if (!multiple) onChange([row.choice]);
  else {
    const without = chosen.filter(({ id }) => id !== row.choice.id);
    onChange(without.length === chosen.length ? [...chosen, row.choice] : without);
  }
  // With several choices, the list stays open for the next one.
  setQuery(multiple && row.kind === 'choice' ? '' : null);
  setActive(afterChoice + keyOf(row));
}

/** @param key of the active row, as the state has it */
function nextRow(rows: readonly ComboboxRow[], active: number, key: string, step: number): number {
  // The arrow down and Enter, pressed out of habit, choose the only match and create nothing.
  const isSuggested = active === 0 && key.startsWith(suggested);
  if (isSuggested && step > 0 && rows[1]?.kind === 'create') return 0;
  const chosen = rows.findIndex((row) => afterChoice + keyOf(row) === key);
  // Without a row, the arrow up leads to the last one.
  const from = active >= 0 ? active : chosen >= 0 ? chosen : step > 0 ? -1 : 0;
  return (from + step + rows.length) % rows.length;
}

function onKey(event: KeyboardEvent, picker: ComboboxProps, state: ComboboxState): void {
  if (event.isComposing) return;
  const { query, unmatchedText, setQuery, setActive } = state;
  const { multiple = false, clearable = true, chosen, onChange } = picker;
  const unmatchedName = picker.unmatched?.name || unmatchedText;
  const { rows, active } = listFor(picker, state) ?? { rows: [], active: 0 };
  const open = () => {
    setQuery(unmatchedName);
    setActive('');
  };
  const activate = (index: number) => {
    const row = rows[index];
    if (row) setActive(keyOf(row));
  };
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step !== 0) {
    event.preventDefault();
    if (query === null) open();
    else activate(nextRow(rows, active, state.active, step));
  } else if (query === null && event.key === 'Enter' && !state.active.startsWith(afterChoice)) {
    // As on a select: a link that is created by mistake can't be undone.
    event.preventDefault();
    open();
  } else if (query === '' && event.key === 'Enter' && active < 0) {
    setQuery(null);
  } else if (query !== null && event.key === 'Enter') {
    event.preventDefault();
    choose(rows[active], picker, state);
  } else if ((query !== null || unmatchedText !== '') && event.key === 'Escape') {
    // Returns to the choice only: the browser would close the popup.
    event.preventDefault();
    event.stopPropagation();
    setQuery(null);
  } else if (
    event.key === 'Backspace' &&
    chosen.length > 0 &&
    (multiple ? !query : clearable && query === null) &&
    (query !== null || unmatchedName === '')
  ) {
    event.preventDefault();
    onChange(multiple ? chosen.slice(0, -1) : []);
  } else if (multiple && !query && chipStep(event) === -1 && moveToChip(event)) setQuery(null);
}

/** -1 for the arrow key that leads to what stands before, 1 for the other one. */
function chipStep({ key }: KeyboardEvent): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0;
  return (key === 'ArrowLeft') === (document.dir !== 'rtl') ? -1 : 1;
}

/** From the input to the last choice, from one choice to the next, and from the last one to the input. */
function moveToChip(event: KeyboardEvent): boolean {
  const { currentTarget: from } = event;
  if (!(from instanceof Element)) return false;
  const stops = [...(from.closest('.field')?.querySelectorAll<HTMLElement>('.chip button, input') ?? [])];
  const to = stops[stops.findIndex((stop) => stop === from) + chipStep(event)];
  if (to === undefined) return false;
  event.preventDefault();
  to.focus();
  return true;
}

function onChipKey(event: KeyboardEvent): void {
  if (chipStep(event) !== 0) moveToChip(event);
}

function onLeave(
  { currentTarget, relatedTarget }: FocusEvent,
  picker: ComboboxProps,
  state: ComboboxState,
): void {
  const inside =
    currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  if (inside) return;
  if (state.active.startsWith(afterChoice)) state.setActive('');
  leave(picker, state);
}

/** A whole name needs no Enter. Any other text stays, so that it is not taken for what is chosen. */
function leave(picker: ComboboxProps, state: ComboboxState): void {
  const { query, setQuery, setUnmatchedText } = state;
  if (query === null) return;
  const { options, chosen, unmatched } = picker;
  // One that is being created is not among the options yet.
  const named = optionNamed([...options, ...chosen], query);
  if (named && !chosen.some(({ id }) => id === named.id))
    choose({ kind: 'choice', choice: named }, picker, state);
  setQuery(null);
  const text = named ? '' : query.trim();
  if (unmatched) unmatched.onKeep(text);
  else setUnmatchedText(text);
}

const unmatchedTextNote = ({ onCreate }: ComboboxProps, unmatchedText: string): string =>
  t(onCreate ? 'chooseOrCreate' : 'chooseListed', unmatchedText);

function UnmatchedTextNote({ id, note }: UnmatchedTextNoteProps) {
  const [isShown, setShown] = useState(false);
  // It moves what is below it, so the press that has left the field must end first.
  useEffect(() => {
    const show = () => void setTimeout(() => setShown(true));
    if (!document.documentElement.matches(':active')) return show();
    addEventListener('pointerup', show);
    return () => removeEventListener('pointerup', show);
  }, []);
  return (
    <p id={id} class="problem" hidden={!isShown}>
      <Icon of={CircleAlert} size={14} /> <bdi>{note}</bdi>
    </p>
  );
}

function Listbox({ picker, state, list: { rows, active, hint } }: PickerListProps) {
  const { id } = picker;
  const activeKey = rows[active] && keyOf(rows[active]);
  // Keeps the active row while a sync or another job changes the options.
  useLayoutEffect(() => {
    if (state.active === '' && activeKey !== undefined) state.setActive(suggested + activeKey);
  });
  useEffect(() => replayEarlyInput(rows[active], picker, state), []);
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <ul
      id={`${id}-list`}
      ref={list}
      role="listbox"
      // Chromium puts a box that scrolls into the tab order.
      tabIndex={-1}
      aria-label={picker.label}
      aria-multiselectable={picker.multiple ?? false}
      onMouseDown={(event) => event.preventDefault()}
    >
      {rows.map((row, index) => (
        <li
          key={keyOf(row)}
          id={`${id}-${keyOf(row)}`}
          role="option"
          aria-selected={row.kind === 'choice' && picker.chosen.some((other) => other.id === row.choice.id)}
          class={`${row.kind === 'create' ? 'create ' : ''}${index === active ? 'active' : ''}`}
          ref={index === active ? intoView : null}
          onClick={() => choose(row, picker, state)}
        >
          <RowIcon row={row} icon={picker.icon} />
          <bdi>
            {row.kind === 'choice' ? (
              <Match name={row.choice.name} query={state.query ?? ''} />
            ) : (
              rowText(row)
            )}
          </bdi>
          {row.kind === 'choice' && picker.chosen.some((other) => other.id === row.choice.id) && (
            <Icon of={Check} />
          )}
          {/* Which row Enter chooses: with a new name typed, the first match may be another one. */}
          {index === active && <Icon of={CornerDownLeft} mirrors />}
        </li>
      ))}
      {/* combobox.tsx announces it. */}
      {hint !== '' && (
        <li role="presentation" aria-hidden="true">
          {hint}
        </li>
      )}
    </ul>
  );
}

/** Applies what happened before the list had loaded: Enter chooses, and a field that was left is closed. */
function replayEarlyInput(row: ComboboxRow | undefined, picker: ComboboxProps, state: ComboboxState): void {
  const focused = document.activeElement;
  if (state.active === pendingEnter) choose(row, picker, state);
  else if (focused instanceof Element && focused !== document.body && focused.id !== picker.id)
    leave(picker, state);
}

function RowIcon({ row, icon }: { row: ComboboxRow } & Pick<ComboboxProps, 'icon'>) {
  if (row.kind === 'choice') return icon ? <Icon of={icon} /> : null;
  return <Icon of={row.kind === 'create' ? Plus : X} />;
}

function Match({ name, query }: { name: string; query: string }) {
  const wanted = normalizeText(query.trim());
  const normalized = normalizeWithOffsets(name);
  const at = wanted === '' ? -1 : normalized.text.indexOf(wanted);
  const ranges = at < 0 ? [] : [originalRange(normalized, { from: at, to: at + wanted.length })];
  return <HighlightedText text={name} ranges={ranges} length={name.length} />;
}

const rowText = (row: Exclude<ComboboxRow, { kind: 'choice' }>): string =>
  row.kind === 'none' ? t('none') : t('createNamed', row.name);

function intoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

export const openCombobox: OpenCombobox = {
  listFor,
  onKey,
  onChipKey,
  onLeave,
  unmatchedTextNote,
  UnmatchedTextNote,
  PickerList: Listbox,
};
