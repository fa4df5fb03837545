/** Arrow keys, Home and End in the menus of actions. */
import { createRef } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LinkRowActions } from '../../../components/link-actions/link-row-actions.tsx';
import { Menu } from '../../../components/menu.tsx';
import { draw, find, fire, press } from '../../support/dom.ts';
import { speak } from '../../support/speak.ts';

let focused = '';

beforeEach(() => {
  speak();
  focused = '';
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function note(this: HTMLElement) {
    focused = this.id || (this.textContent ?? '');
  });
});
afterEach(() => vi.restoreAllMocks());

/** @returns the item that has the focus after the key, and whether the page does not scroll */
async function after(from: string, key: string, more: object = {}): Promise<[string, boolean]> {
  focused = '';
  const { defaultPrevented } = await press(find(from), key, more);
  return [focused, defaultPrevented];
}

describe('a menu', () => {
  const opener = createRef<HTMLButtonElement>();

  beforeEach(async () => {
    await draw(null);
    await draw(
      <>
        <button type="button" id="opener" ref={opener}>
          opener
        </button>
        <Menu label="Menu" opener={opener} onClose={() => undefined}>
          <fieldset>
            <button type="button" id="first">
              first
            </button>
            <input aria-label="text" />
            <button type="button" id="unavailable" disabled>
              unavailable
            </button>
          </fieldset>
          <button type="button" id="second">
            second
          </button>
          <button type="button" id="last">
            last
          </button>
        </Menu>
      </>,
    );
  });

  it.each([
    ['#first', 'ArrowDown', 'second'],
    ['#last', 'ArrowDown', 'first'],
    ['#last', 'ArrowUp', 'second'],
    ['#first', 'ArrowUp', 'last'],
    ['#last', 'Home', 'first'],
    ['#first', 'End', 'last'],
    ['#opener', 'ArrowDown', 'first'],
    ['#opener', 'ArrowUp', 'last'],
  ])('from %s by %s to "%s"', async (from, key, to) => {
    expect(await after(from, key)).toEqual([to, true]);
  });

  it.each([
    ['input', 'ArrowDown', {}],
    ['input', 'End', {}],
    ['#first', 'Tab', {}],
    ['#first', 'x', {}],
    ['#first', 'ArrowDown', { altKey: true }],
    ['#first', 'End', { ctrlKey: true }],
  ])('leaves to the browser: in %s %s %o', async (from, key, more) => {
    expect(await after(from, key, more)).toEqual(['', false]);
  });
});

it('the actions of a row can be reached from "More", once they are open', async () => {
  await draw(null);
  await draw(
    <LinkRowActions id="7" more="more" label={(action) => action} render={async () => null}>
      {null}
    </LinkRowActions>,
  );
  expect(await after('[title]', 'ArrowDown')).toEqual(['', false]);
  await fire(find('[title]'), 'click');
  const first = find('.more-actions button').textContent;
  const last = find('.more-actions button:last-child').textContent;
  expect(await after('[title]', 'ArrowDown')).toEqual([first, true]);
  expect(await after('.more-actions button', 'ArrowUp')).toEqual([last, true]);
  expect(await after('.more-actions button:last-child', 'ArrowDown')).toEqual([first, true]);
});
