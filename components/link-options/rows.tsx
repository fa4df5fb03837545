/** Rows that can be added, removed and reordered. The focus follows the row that is moved. */
import { ArrowDown, ArrowUp, Plus, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';
import { onEnter } from '../on-enter.ts';

interface RowsProps<T> {
  /** Prefix of all ids; the first field of a row must have the id `<id>-<index>`. */
  readonly id: string;
  readonly rows: readonly T[];
  readonly empty: T;
  /** Accessible name of a row; numbers start at 1. */
  readonly nameOf: (number: string) => string;
  readonly add: string;
  readonly onChange: (rows: T[]) => void;
  readonly children: (
    row: T,
    index: number,
    name: string,
    change: (fields: Partial<T>) => void,
  ) => ComponentChildren;
}

/** Moves the focus after the next render, to the first of the given ids that can have it. */
function useFocusAfterRender(): (ids: readonly string[]) => void {
  const candidates = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const elements = candidates.current.map((id) => document.getElementById(id));
    candidates.current = [];
    elements.find((element) => element !== null && !element.hasAttribute('disabled'))?.focus();
  });
  return (ids) => {
    candidates.current = ids;
  };
}

export function Rows<T extends object>({ id, rows, empty, nameOf, add, onChange, children }: RowsProps<T>) {
  const focusAfterRender = useFocusAfterRender();
  const change = (next: T[], ...focus: string[]) => {
    focusAfterRender(focus);
    onChange(next);
  };
  const move = (index: number, step: -1 | 1) => {
    const row = rows[index];
    if (row === undefined) return;
    const to = index + step;
    const [same, other] = step < 0 ? ['up', 'down'] : ['down', 'up'];
    change(rows.toSpliced(index, 1).toSpliced(to, 0, row), `${id}-${to}-${same}`, `${id}-${to}-${other}`);
  };
  return (
    <>
      <ol class="rows" data-own-enter onKeyDown={onEnter()}>
        {rows.map((row, index) => {
          const name = nameOf(formatNumber(index + 1));
          return (
            // Keyed by index: the only identity of a row is its text, which changes with every keystroke.
            <li key={index}>
              {children(row, index, name, (fields) => onChange(rows.with(index, { ...row, ...fields })))}
              <RowActions
                id={`${id}-${index}`}
                name={name}
                isFirst={index === 0}
                isLast={index === rows.length - 1}
                onMove={(step) => move(index, step)}
                onRemove={() =>
                  change(rows.toSpliced(index, 1), `${id}-${index}`, `${id}-${index - 1}`, `${id}-add`)
                }
              />
            </li>
          );
        })}
      </ol>
      <Button
        icon={Plus}
        text={add}
        id={`${id}-add`}
        class="quiet add"
        onClick={() => change([...rows, empty], `${id}-${rows.length}`)}
      />
    </>
  );
}

interface RowActionsProps {
  readonly id: string;
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (step: -1 | 1) => void;
  readonly onRemove: () => void;
}

function RowActions({ id, name, isFirst, isLast, onMove, onRemove }: RowActionsProps) {
  const up = { id: `${id}-up`, disabled: isFirst, onClick: () => onMove(-1) };
  const down = { id: `${id}-down`, disabled: isLast, onClick: () => onMove(1) };
  const actions = [
    [t('moveUp', name), ArrowUp, up],
    [t('moveDown', name), ArrowDown, down],
    [t('removeChoice', name), X, { onClick: onRemove }],
  ] as const;
  return (
    <p class="acts">
      {actions.map(([label, icon, button]) => (
        <Button key={label} icon={icon} class="icon" aria-label={label} title={label} {...button} />
      ))}
    </p>
  );
}
