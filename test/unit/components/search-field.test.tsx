/** The search field: its button empties it, and gives it the focus. */
import { beforeEach, expect, it } from 'vitest';
import { SearchField } from '../../../components/search-field.tsx';
import { draw, field, find, fire, root, textsOf, type } from '../../support/dom.ts';
import { speak } from '../../support/speak.ts';
import { msg } from '../../support/texts.ts';

beforeEach(() => speak());

const searched: string[] = [];

async function open(value: string): Promise<void> {
  searched.length = 0;
  await draw(
    <SearchField aria-label="Search" shortcut="/" value={value} onSearch={(text) => searched.push(text)} />,
  );
}

it('shows the key that leads to it while it is empty, and nothing to clear', async () => {
  await open('');
  expect([textsOf('kbd'), root.querySelector('button')]).toEqual([['/'], null]);
  await type(field('[type=search]'), 'page');
  expect(searched).toEqual(['page']);
});

it('is emptied by a button with a name and a tooltip, and has the focus then', async () => {
  await open('page');
  const button = find('.search-field > button');
  expect([textsOf('kbd'), button.getAttribute('aria-label'), button.getAttribute('title')]).toEqual([
    [],
    msg('clearSearch'),
    msg('clearSearch'),
  ]);
  let focused = 0;
  Reflect.set(field('[type=search]'), 'focus', () => focused++);
  await fire(button, 'click');
  expect([searched, focused]).toEqual([[''], 1]);
});
