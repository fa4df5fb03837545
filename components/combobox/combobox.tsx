/**
 * An editable combobox for one choice or several, closed: label, choices, field. What happens once it is opened lives in
 * listbox.tsx and is handed in, so that a page can paint its pickers before that part has loaded.
 */
import { useRef, useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';
import { pendingEnter, type ComboboxProps, type ComboboxState } from './types.ts';

export function Combobox(props: ComboboxProps) {
  const { id, label, chosen, several = false, onChange, busy = false, behaviour } = props;
  const input = useRef<HTMLInputElement>(null);
  /** What is typed; `null` while the list is closed. */
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const state: ComboboxState = { query, active, setQuery, setActive };
  const rows = query === null ? null : (behaviour?.rowsFor(props, query) ?? null);
  const show = (text: string) => {
    setQuery(text);
    setActive(-1);
  };
  return (
    <div class="row picker" onFocusOut={(event) => behaviour?.onLeave(event, state)}>
      <label for={id}>{label}</label>
      <div class="field" onMouseDown={(event) => keepFocus(event, input.current)}>
        {several &&
          chosen.map((choice) => (
            <span class="chip" key={choice.id}>
              <bdi>{choice.name}</bdi>
              <button
                type="button"
                aria-label={t('removeChoice', choice.name)}
                onClick={() => onChange(chosen.filter((other) => other.id !== choice.id))}
              >
                ✕
              </button>
            </span>
          ))}
        <input
          id={id}
          ref={input}
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          aria-autocomplete="list"
          aria-expanded={rows !== null}
          aria-controls={`${id}-list`}
          aria-activedescendant={
            behaviour && rows?.length ? `${id}-${behaviour.activeIn(rows, props, state)}` : undefined
          }
          aria-busy={busy}
          placeholder={several && chosen.length > 0 ? '' : t('none')}
          value={query ?? (several ? '' : (chosen[0]?.name ?? ''))}
          title={several ? undefined : chosen[0]?.name}
          onInput={(event) => show(event.currentTarget.value)}
          onClick={() => query ?? show('')}
          onKeyDown={(event) => (behaviour ? behaviour.onKey(event, props, state) : holdKey(event, state))}
        />
        <span class="arrow" aria-hidden="true">
          ▾
        </span>
      </div>
      {behaviour && rows ? (
        <behaviour.PickerList picker={props} state={state} />
      ) : (
        <ul id={`${id}-list`} role="listbox" aria-label={label} hidden />
      )}
    </div>
  );
}

/**
 * Before the list can open: an arrow opens it once it can, and the form must not be sent without the choice that is being
 * typed. The list makes it.
 */
function holdKey(event: KeyboardEvent, { query, setQuery, setActive }: ComboboxState): void {
  if (event.key === 'Enter') {
    event.preventDefault();
    setActive(pendingEnter);
  } else if (/^Arrow[DU]/.test(event.key)) setQuery(query ?? '');
}

/** A press anywhere in the field is a press on its input. */
function keepFocus(event: MouseEvent, input: HTMLInputElement | null): void {
  if (event.target === input || (event.target instanceof Element && event.target.closest('button'))) return;
  event.preventDefault();
  input?.focus();
  input?.click();
}
