/**
 * A long list of which only what can be seen is drawn: a grid of rows of one height, with the keyboard on the list and
 * the row it is at named to whoever listens.
 */
import { Component, type ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface VirtualListProps {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  /** In px: what the style sheet gives a row, too. */
  readonly rowHeight: number;
  /** The row that the keyboard is at. */
  readonly active: number;
  /** The row that is open elsewhere on the page; -1 for none. */
  readonly open: number;
  readonly keyOf: (row: number) => string;
  /** Everything that `draw` makes of a row depends on: it is drawn anew when one of these is another. */
  readonly basisOf: (row: number) => readonly unknown[];
  /** The cells of a row, each with the role `gridcell`. */
  readonly draw: (row: number) => ComponentChildren;
  readonly onActive: (row: number) => void;
  readonly onOpen: (row: number) => void;
  readonly onCopy: (row: number) => void;
  /** Up from the first row. */
  readonly onLeave?: () => void;
  readonly listRef?: { current: HTMLDivElement | null };
}

/**
 * Rows that are drawn beyond what can be seen, and in steps of how many the part that is drawn moves: much of what a step
 * costs is the same for one row as for several, but all of it has to fit into a frame.
 */
const overscan = 6;
const step = 8;
/** Until the list has been measured. */
const estimatedHeight = 640;

interface Part {
  readonly from: number;
  readonly to: number;
}

/** The rows to draw, by how far it is scrolled. */
export function visibleRange(scrolled: number, height: number, rowHeight: number, count: number): Part {
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
  readonly basis: readonly unknown[];
  readonly list: VirtualListProps;
}

/** Drawn anew only where it is another one: while a list is scrolled, nearly all of its rows are the same. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { props } = this;
    return (
      next.id !== props.id ||
      next.isActive !== props.isActive ||
      next.isOpen !== props.isOpen ||
      next.basis.some((one, n) => one !== props.basis[n])
    );
  }

  override render({ id, row, isActive, isOpen, list }: RowProps) {
    return (
      <div
        ref={(element) => {
          // Each has its own place: where only some of them come and go, nothing of the others is painted anew.
          if (element) element.style.insetBlockStart = `${row * list.rowHeight}px`;
        }}
        id={id}
        role="row"
        class={isActive ? 'active' : undefined}
        aria-rowindex={row + 1}
        aria-selected={isOpen}
        data-row={row}
      >
        {list.draw(row)}
      </div>
    );
  }
}

export function VirtualList(props: VirtualListProps) {
  const { id, label, count, rowHeight, active, open, keyOf } = props;
  const own = useRef<HTMLDivElement>(null);
  const list = props.listRef ?? own;
  const space = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  /** How far it was scrolled when it could be seen last. */
  const kept = useRef(0);
  const [height, setHeight] = useState(estimatedHeight);
  const part = visibleRange(scrolled, height, rowHeight, count);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      if (element.clientHeight === 0) return;
      setHeight(element.clientHeight);
      // While it was not shown, some browsers have forgotten how far it was scrolled.
      if (element.scrollTop === 0) element.scrollTop = kept.current;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const whole = `${count * rowHeight}px`;
    if (space.current) space.current.style.blockSize = whole;
    // A short list takes no more room than it needs: see the style sheet.
    list.current?.style.setProperty('--whole', whole);
  }, [count, rowHeight]);
  // The row that the keyboard is at is in sight.
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || active < 0) return;
    const top = active * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height;
  }, [active, height]);

  const onScroll = () => {
    if (list.current === null || list.current.clientHeight === 0) return;
    const at = list.current.scrollTop;
    kept.current = at;
    const next = visibleRange(at, height, rowHeight, count);
    // Nothing is drawn anew before the part to draw is another one.
    if (next.from !== part.from || next.to !== part.to) setScrolled(at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = rowAfter(event, { active, count, page: Math.max(1, Math.floor(height / rowHeight) - 1) });
    if (event.key === 'ArrowUp' && active <= 0 && props.onLeave) props.onLeave();
    else if (to !== null) props.onActive(to);
    else if (event.key === 'Enter' && isWithin(active, count)) props.onOpen(active);
    else if (isCopy(event) && isWithin(active, count)) props.onCopy(active);
    else return;
    event.preventDefault();
  };
  const onClick = ({ target }: MouseEvent) => {
    // A button in a row does what it says.
    if (!(target instanceof Element) || target.closest('button')) return;
    const row = Number(target.closest<HTMLElement>('[role=row]')?.dataset['row'] ?? -1);
    if (!isWithin(row, count)) return;
    props.onActive(row);
    props.onOpen(row);
  };
  const rowId = (row: number) => `${id}-${keyOf(row)}`;
  const drawn = Array.from({ length: Math.max(0, part.to - part.from) }, (_, n) => part.from + n);
  return (
    <div
      ref={list}
      id={id}
      class="virtual"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count}
      aria-activedescendant={active >= part.from && active < part.to ? rowId(active) : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div ref={space} class="virtual-space" role="rowgroup">
        {drawn.map((row) => (
          <Row
            key={row}
            id={rowId(row)}
            row={row}
            isActive={row === active}
            isOpen={row === open}
            basis={props.basisOf(row)}
            list={props}
          />
        ))}
      </div>
    </div>
  );
}

const isWithin = (row: number, count: number): boolean => row >= 0 && row < count;

/** Not where some of the page's text is selected: then that is meant. */
function isCopy({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (
    (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'c' && (getSelection()?.isCollapsed ?? true)
  );
}

/** Where a key leads; `null` for every other key, and where there is nothing. */
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
