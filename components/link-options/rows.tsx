/** Rows that can be added, removed and put in another order. The focus goes along with what is moved. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';

export interface RowsProps<T> {
  /** Begins the ids of everything in them; the first field of a row has the id `<id>-<row>`. */
  readonly id: string;
  readonly rows: readonly T[];
  readonly empty: T;
  /** What a screen reader calls a row; counted from 1. */
  readonly nameOf: (number: string) => string;
  readonly add: string;
  readonly onChange: (rows: T[]) => void;
  readonly children: (
    row: T,
    at: number,
    name: string,
    change: (fields: Partial<T>) => void,
  ) => ComponentChildren;
}

export function Rows<T extends object>({ id, rows, empty, nameOf, add, onChange, children }: RowsProps<T>) {
  /** Where the focus belongs after the next redraw: the first of these that can have it. */
  const next = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const places = next.current.map((place) => document.getElementById(place));
    next.current = [];
    places.find((place) => place !== null && !place.hasAttribute('disabled'))?.focus();
  });
  const change = (to: T[], ...focus: string[]) => {
    next.current = focus;
    onChange(to);
  };
  const move = (at: number, step: -1 | 1) => {
    const to = rows.toSpliced(at, 1);
    const row = rows[at];
    if (row === undefined) return;
    const [same, other] = step < 0 ? ['up', 'down'] : ['down', 'up'];
    change(to.toSpliced(at + step, 0, row), `${id}-${at + step}-${same}`, `${id}-${at + step}-${other}`);
  };
  return (
    <>
      <ol class="rows" onKeyDown={keepFromSending}>
        {rows.map((row, at) => {
          const name = nameOf(String(at + 1));
          return (
            // By place: what is typed in a row is its only identity, and changes with every key.
            <li key={at}>
              {children(row, at, name, (fields) => onChange(rows.with(at, { ...row, ...fields })))}
              <p class="acts">
                <button
                  type="button"
                  id={`${id}-${at}-up`}
                  aria-label={t('moveUp', name)}
                  title={t('moveUp', name)}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  id={`${id}-${at}-down`}
                  aria-label={t('moveDown', name)}
                  title={t('moveDown', name)}
                  disabled={at === rows.length - 1}
                  onClick={() => move(at, 1)}
                >
                  ↓
                </button>
                <button
                  type="button"
                  aria-label={t('removeChoice', name)}
                  title={t('removeChoice', name)}
                  onClick={() => change(rows.toSpliced(at, 1), `${id}-${at}`, `${id}-${at - 1}`, `${id}-add`)}
                >
                  ✕
                </button>
              </p>
            </li>
          );
        })}
      </ol>
      <button
        type="button"
        id={`${id}-add`}
        class="add"
        onClick={() => change([...rows, empty], `${id}-${rows.length}`)}
      >
        {add}
      </button>
    </>
  );
}

/** Enter in a row takes an offer or ends a thought; it must not send a link that can't be changed any more. */
function keepFromSending(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
