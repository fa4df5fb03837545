/** The virtual list: rendered range, ARIA attributes and keys. */
import { useState } from 'preact/hooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { visibleRange, VirtualList } from '../../../components/virtual-list.tsx';
import { speak } from '../../support/speak.ts';
import { draw, find, fire, press, root, textsOf } from '../../support/dom.ts';
import { msg } from '../../support/texts.ts';

/** Text of the page is selected. */
let selected = false;
Reflect.set(globalThis, 'getSelection', () => ({ isCollapsed: !selected }));

beforeEach(() => {
  selected = false;
  speak();
});

async function open(count: number, active = -1) {
  await draw(null);
  const acts: string[] = [];
  const List = () => {
    const [at, setAt] = useState(active);
    return (
      <VirtualList
        id="list"
        label={msg('links')}
        count={count}
        rowHeight={50}
        active={at}
        open={3}
        keyOf={(row) => `key-${row}`}
        depsOf={(row) => [row]}
        render={(row) => (
          <div role="gridcell">
            Row {row} <button type="button">Copy</button>
          </div>
        )}
        onActive={(row) => {
          acts.push(`at ${row}`);
          setAt(row);
        }}
        onOpen={(row) => acts.push(`open ${row}`)}
        onCopy={(row) => acts.push(`copy ${row}`)}
        onExitTop={() => acts.push('leave')}
      />
    );
  };
  await draw(<List />);
  return { acts, grid: find('[role=grid]') };
}

const rows = () => [...root.querySelectorAll('[role=row]')];

describe('the rendered range', () => {
  it.each([
    [0, 500, 100_000, 0, 16],
    [50_000, 500, 100_000, 992, 1_016],
    // The end, and beyond it after the list has become shorter.
    [4_999_500, 500, 100_000, 99_984, 100_000],
    [4_999_500, 500, 10, 9, 10],
    [0, 500, 0, 0, 0],
    [0, 500, 3, 0, 3],
  ])('scrolled by %i in a height of %i with %i rows: %i to %i', (scrolled, height, count, from, to) => {
    expect(visibleRange(scrolled, height, 50, count)).toEqual({ from, to });
  });

  it('covers the visible rows at every scroll position', () => {
    for (let scrolled = 0; scrolled < 5_000; scrolled += 37) {
      const { from, to } = visibleRange(scrolled, 333, 50, 1_000);
      expect(from * 50).toBeLessThanOrEqual(scrolled);
      expect(to * 50).toBeGreaterThanOrEqual(scrolled + 333);
      expect(to - from).toBeLessThan(40);
    }
  });
});

describe('a list of 100,000 rows', () => {
  it('renders a few rows, each with its index, and the total', async () => {
    const { grid } = await open(100_000);
    expect(rows().length).toBeLessThan(60);
    expect([grid.getAttribute('aria-label'), grid.getAttribute('aria-rowcount')]).toEqual([
      msg('links'),
      '100000',
    ]);
    expect(
      rows()
        .slice(0, 2)
        .map((row) => row.getAttribute('aria-rowindex')),
    ).toEqual(['1', '2']);
    expect(
      rows()
        .map((row) => row.getAttribute('aria-selected'))
        .indexOf('true'),
    ).toBe(3);
    expect(grid.getAttribute('aria-activedescendant')).toBeNull();
  });

  it('is navigated by keys', async () => {
    const { acts, grid } = await open(100_000, 5);
    expect(grid.getAttribute('aria-activedescendant')).toBe('list-key-5');
    for (const key of ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'End', 'ArrowDown', 'Home'])
      expect((await press(grid, key)).defaultPrevented).toBe(true);
    const page = Math.floor(640 / 50) - 1;
    expect(acts).toEqual(['at 6', 'at 5', `at ${5 + page}`, 'at 5', 'at 99999', 'at 99999', 'at 0']);
    expect((await press(grid, 'x')).defaultPrevented).toBe(false);
    expect((await press(grid, 'ArrowDown', { ctrlKey: true })).defaultPrevented).toBe(false);
  });

  describe('gets the focus', () => {
    async function focus(active: number, { byKeyboard = true, scrollTop = 0, relatedTarget = root } = {}) {
      const { acts, grid } = await open(100_000, active);
      Object.assign(grid, { scrollTop, matches: () => byKeyboard });
      await fire(grid, 'focus', { relatedTarget });
      return { acts, scrolled: grid.scrollTop };
    }

    it('by the keyboard: the first row in sight becomes active, which Enter opens', async () => {
      expect((await focus(-1)).acts).toEqual(['at 0']);
      // The row that is cut at the top would have to be scrolled to.
      expect(await focus(-1, { scrollTop: 120 })).toEqual({ acts: ['at 3'], scrolled: 120 });
      const { acts } = await focus(-1, { scrollTop: 100 });
      await press(find('[role=grid]'), 'Enter');
      expect(acts).toEqual(['at 2', 'open 2']);
    });

    it('by the keyboard: the active row stays, and is scrolled to', async () => {
      expect(await focus(4, { scrollTop: 5_000 })).toEqual({ acts: [], scrolled: 200 });
    });

    it('with the window: nothing is scrolled', async () => {
      const fromWindow: object = { relatedTarget: null };
      expect(await focus(4, { scrollTop: 5_000, ...fromWindow })).toEqual({ acts: [], scrolled: 5_000 });
    });

    it('by the mouse: nothing becomes active but what is clicked', async () => {
      expect(await focus(-1, { byKeyboard: false })).toEqual({ acts: [], scrolled: 0 });
      expect(await focus(4, { byKeyboard: false, scrollTop: 5_000 })).toEqual({ acts: [], scrolled: 5_000 });
    });
  });

  it('is left by Arrow Up on the first row', async () => {
    const { acts, grid } = await open(10, 0);
    await press(grid, 'ArrowUp');
    expect(acts).toEqual(['leave']);
  });

  it('opens and copies the active row', async () => {
    const { acts, grid } = await open(10, 2);
    await press(grid, 'Enter');
    await press(grid, 'c', { ctrlKey: true });
    await press(grid, 'C', { metaKey: true });
    selected = true;
    expect((await press(grid, 'c', { ctrlKey: true })).defaultPrevented).toBe(false);
    expect(acts).toEqual(['open 2', 'copy 2', 'copy 2']);
  });

  it('does neither without an active row', async () => {
    const { acts, grid } = await open(10);
    await press(grid, 'Enter');
    await press(grid, 'c', { ctrlKey: true });
    expect(acts).toEqual([]);
    await press(grid, 'ArrowDown');
    expect(acts).toEqual(['at 0']);
  });

  it('opens a row on click, but not when a button in it is clicked', async () => {
    const { acts } = await open(10);
    const [cell] = rows()[4]?.children ?? [];
    await fire(cell ?? root, 'click');
    await fire(cell?.querySelector('button') ?? root, 'click');
    expect(acts).toEqual(['at 4', 'open 4']);
  });
});

it('shows other contents from their start, and keeps its place when only the number of rows changes', async () => {
  await draw(null);
  const show = (contents: string, count: number) =>
    draw(
      <VirtualList
        id="list"
        label={msg('links')}
        contents={contents}
        count={count}
        rowHeight={50}
        active={-1}
        open={-1}
        keyOf={String}
        depsOf={() => []}
        render={(row) => <div role="gridcell">Row {row}</div>}
        onActive={() => {}}
        onOpen={() => {}}
        onCopy={() => {}}
      />,
    );
  await show('all', 1_000);
  const grid = find('[role=grid]');
  const first = () => find('[role=row]').getAttribute('data-row');
  Object.assign(grid, { scrollTop: 5_000, clientHeight: 500 });
  await fire(grid, 'scroll');
  await show('all', 1_001);
  expect([grid.scrollTop, first()]).toEqual([5_000, '88']);
  await show('some', 900);
  expect([grid.scrollTop, first()]).toEqual([0, '0']);
});

it('renders no rows and handles no keys when it is empty', async () => {
  const { acts, grid } = await open(0);
  expect(grid.tabIndex).toBe(-1);
  Reflect.set(grid, 'matches', () => true);
  await fire(grid, 'focus');
  for (const key of ['ArrowDown', 'End', 'Enter']) await press(grid, key);
  expect([acts, textsOf('[role=row]')]).toEqual([[], []]);
});
