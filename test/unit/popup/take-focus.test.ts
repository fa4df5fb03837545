/** Who has the keyboard when the popup was drawn before its window could hold it, as Firefox does at times. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { draw, find } from '../components/dom.ts';
import { focusAgain, takeFocus } from '../../../entrypoints/popup/take-focus.ts';
import { h } from 'preact';

let focused: unknown;
let accepts: boolean;

beforeEach(async () => {
  await draw(
    h('form', null, h('button', { class: 'first' }), h('button', { class: 'main' }), h('input', null)),
  );
  focused = document.body;
  accepts = false;
  Object.defineProperty(document, 'activeElement', { configurable: true, get: () => focused });
  for (const selector of ['.first', '.main', 'input']) {
    const control = find(selector);
    control.focus = () => void (accepts && (focused = control));
  }
});
afterEach(() => Reflect.deleteProperty(document, 'activeElement'));

it('asked for too early, it is given when the window gets the keyboard', () => {
  takeFocus(find('.main'));
  expect(focused).toBe(document.body);
  accepts = true;
  focusAgain();
  expect(focused).toBe(find('.main'));
});

it('nothing is taken from where the person has gone meanwhile', () => {
  takeFocus(find('.main'));
  accepts = true;
  find('input').focus();
  focusAgain();
  expect(focused).toBe(find('input'));
});

it('what is gone asks for nothing', async () => {
  takeFocus(find('.main'));
  accepts = true;
  await draw(h('p', null));
  focusAgain();
  expect(focused).toBe(document.body);
});
