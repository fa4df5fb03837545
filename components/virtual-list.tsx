/**
 * A long list that renders only the rows in sight: a grid of rows of one height. The list has the focus, and
 * `aria-activedescendant` names the active row to screen readers.
 */
import { Component, type ComponentChildren, type TargetedFocusEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualListProps {
  readonly id: string;
  readonly label: string;
  /** Identifies what is listed, as the words that were searched: other contents are shown from their start. */
  readonly contents?: string;
  readonly count: number;
  /** In px, as in the style sheet. */
  readonly rowHeight: number;
  readonly active: number;
  /** The row that is open elsewhere on the page; -1 for none. */
  readonly open: number;
  readonly keyOf: (row: number) => string;
  /** Dependencies of `render`: a row is rendered again when one of these values changes. */
  readonly depsOf: (row: number) => readonly unknown[];
  /** The cells of a row, each with the role `gridcell`. */
  readonly render: (row: number) => ComponentChildren;
  readonly onActive: (row: number) => void;
  readonly onOpen: (row: number) => void;
  readonly onCopy: (row: number) => void;
  /** Arrow Up on the first row. */
  readonly onExitTop?: () => void;
  readonly listRef?: { current: HTMLDivElement | null };
}

/**
 * Rows rendered beyond those in sight, and the step in rows by which the rendered range moves: all of a step has to fit into
 * a frame. Estimates; `npm run bench -- --only manage` counts the frames that scrolling drops.
 */
const overscan = 6;
const step = 8;
/** Until the list has been measured. */
const estimatedHeight = 640;

interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** @param scrolled scroll position in px */
export function visibleRange(scrolled: number, height: number, rowHeight: number, count: number): RowRange {
  const first = Math.floor(scrolled / rowHeight) - overscan;
  const from = Math.max(0, Math.floor(first / step) * step);
  const last = Math.ceil((scrolled + height) / rowHeight) + overscan;
  const to = Math.ceil(last / step) * step;
  return { from: Math.min(from, Math.max(0, count - 1)), to: Math.min(count, to) };
}

interface RowProps {
  readonly id: string;
  readonly row: number;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly deps: readonly unknown[];
  readonly list: VirtualListProps;
}

/** Renders again only when its values change: while a list is scrolled, nearly all of its rows are the same. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { props } = this;
    return (
      next.id !== props.id ||
      next.isActive !== props.isActive ||
      next.isOpen !== props.isOpen ||
      next.deps.some((dep, n) => dep !== props.deps[n])
    );
  }

  override render({ id, row, isActive, isOpen, list }: RowProps) {
    return (
      <div
        ref={(element) => {
          // Positioned absolutely, so that adding and removing rows does not repaint the others.
          if (element) element.style.insetBlockStart = `${row * list.rowHeight}px`;
        }}
        id={id}
        role="row"
        class={isActive ? 'active' : undefined}
        aria-rowindex={row + 1}
        aria-selected={isOpen}
        data-row={row}
      >
        {list.render(row)}
      </div>
    );
  }
}

export function VirtualList(props: VirtualListProps) {
  const { id, label, count, rowHeight, active, open, keyOf } = props;
  const own = useRef<HTMLDivElement>(null);
  const list = props.listRef ?? own;
  const space = useRef<HTMLDivElement>(null);
  const { range, height, onScroll } = useVisibleRange(list, props);

  useLayoutEffect(() => {
    const fullHeight = `${count * rowHeight}px`;
    if (space.current) space.current.style.blockSize = fullHeight;
    // The style sheet makes a short list no taller than this.
    list.current?.style.setProperty('--whole', fullHeight);
  }, [count, rowHeight]);
  useLayoutEffect(() => {
    if (list.current !== null && active >= 0) scrollIntoView(list.current, active, rowHeight, height);
  }, [active, height]);

  const rowId = (row: number) => `${id}-${keyOf(row)}`;
  const rows = Array.from({ length: Math.max(0, range.to - range.from) }, (_, n) => range.from + n);
  return (
    <div
      ref={list}
      id={id}
      class="virtual"
      role="grid"
      tabIndex={count > 0 ? 0 : -1}
      aria-label={label}
      aria-rowcount={count}
      aria-activedescendant={active >= range.from && active < range.to ? rowId(active) : undefined}
      onScroll={onScroll}
      onFocus={(event) => onFocus(event, props, height)}
      onKeyDown={(event) => onKeyDown(event, props, Math.max(1, Math.floor(height / rowHeight) - 1))}
      onClick={(event) => onClick(event, props)}
    >
      <div ref={space} class="virtual-space" role="rowgroup">
        {rows.map((row) => (
          <Row
            key={row}
            id={rowId(row)}
            row={row}
            isActive={row === active}
            isOpen={row === open}
            deps={props.depsOf(row)}
            list={props}
          />
        ))}
      </div>
    </div>
  );
}

/** Measures the list, and renders again when scrolling has changed the range of rows. */
function useVisibleRange(
  list: { readonly current: HTMLDivElement | null },
  { contents, rowHeight, count }: VirtualListProps,
) {
  const [scrolled, setScrolled] = useState(0);
  /** The scroll position when the list was last visible. */
  const lastScrollTop = useRef(0);
  const [height, setHeight] = useState(estimatedHeight);
  const range = visibleRange(scrolled, height, rowHeight, count);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      if (element.clientHeight === 0) return;
      setHeight(element.clientHeight);
      // Some browsers forget the scroll position of a hidden element.
      if (element.scrollTop === 0) element.scrollTop = lastScrollTop.current;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  const shownContents = useRef(contents);
  useLayoutEffect(() => {
    if (list.current === null || shownContents.current === contents) return;
    shownContents.current = contents;
    list.current.scrollTop = 0;
    // An element without a height, as that of an empty list, does not tell its scroll position.
    lastScrollTop.current = 0;
    setScrolled(0);
  }, [contents]);

  function onScroll(): void {
    if (list.current === null || list.current.clientHeight === 0) return;
    const { scrollTop } = list.current;
    lastScrollTop.current = scrollTop;
    const next = visibleRange(scrollTop, height, rowHeight, count);
    if (next.from !== range.from || next.to !== range.to) setScrolled(scrollTop);
  }

  return { range, height, onScroll };
}

function scrollIntoView(list: HTMLElement, row: number, rowHeight: number, height: number): void {
  const top = row * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowHeight > list.scrollTop + height) list.scrollTop = top + rowHeight - height;
}

/** The list has no focus ring of its own: with the focus by the keyboard, a row that can be seen is active. */
function onFocus(
  { currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>,
  { active, count, rowHeight, onActive }: VirtualListProps,
  height: number,
): void {
  if (count === 0 || !currentTarget.matches(':focus-visible')) return;
  if (!isWithin(active, count)) onActive(Math.min(count - 1, Math.ceil(currentTarget.scrollTop / rowHeight)));
  // Not when the window gets the focus again: the user may have scrolled on.
  else if (relatedTarget !== null) scrollIntoView(currentTarget, active, rowHeight, height);
}

/** @param page the number of rows that Page Up and Page Down move by */
function onKeyDown(event: KeyboardEvent, list: VirtualListProps, page: number): void {
  const { active, count } = list;
  const to = rowAfter(event, { active, count, page });
  if (event.key === 'ArrowUp' && active <= 0 && list.onExitTop) list.onExitTop();
  else if (to !== null) list.onActive(to);
  else if (event.key === 'Enter' && isWithin(active, count)) list.onOpen(active);
  else if (isCopy(event) && isWithin(active, count)) list.onCopy(active);
  else return;
  event.preventDefault();
}

function onClick({ target }: MouseEvent, list: VirtualListProps): void {
  // A button in a row has its own action.
  if (!(target instanceof Element) || target.closest('button')) return;
  const row = Number(target.closest<HTMLElement>('[role=row]')?.dataset['row'] ?? -1);
  if (!isWithin(row, list.count)) return;
  list.onActive(row);
  list.onOpen(row);
}

function isWithin(row: number, count: number): boolean {
  return row >= 0 && row < count;
}

/** A text selection in the page takes precedence: the browser copies it. */
function isCopy({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (
    (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'c' && (getSelection()?.isCollapsed ?? true)
  );
}

/** The row that a key moves to; `null` for other keys and for an empty list. */
function rowAfter(
  { key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent,
  { active, count, page }: { readonly active: number; readonly count: number; readonly page: number },
): number | null {
  if (ctrlKey || altKey || metaKey || shiftKey || count === 0) return null;
  const to = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}
