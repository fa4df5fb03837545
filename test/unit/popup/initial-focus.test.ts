/** The focus in a popup that was drawn before its window had the focus, as Firefox does at times. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { draw, find } from '../../support/dom.ts';
import { createInitialFocus } from '../../../entrypoints/popup/initial-focus.ts';
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

it('restores a focus that was set before the window had the focus', () => {
  const focus = createInitialFocus();
  focus.take(find('.main'));
  expect(focused).toBe(document.body);
  accepts = true;
  focus.restore();
  expect(focused).toBe(find('.main'));
});

it('leaves the focus where the user has moved it meanwhile', () => {
  const focus = createInitialFocus();
  focus.take(find('.main'));
  accepts = true;
  find('input').focus();
  focus.restore();
  expect(focused).toBe(find('input'));
});

it('ignores a control that was removed', async () => {
  const focus = createInitialFocus();
  focus.take(find('.main'));
  accepts = true;
  await draw(h('p', null));
  focus.restore();
  expect(focused).toBe(document.body);
});
