/** The shortcuts in the settings: the bound keys, and the way to change them. */
import { beforeEach, expect, it, vi } from 'vitest';
import { draw, find, fire, settle, textsOf } from '../../support/dom.ts';
import { Shortcuts, type ShortcutsProps } from '../../../entrypoints/options/shortcuts.tsx';
import { catalog, speak } from '../../support/speak.ts';
import { msg } from '../../support/texts.ts';

beforeEach(() => speak());

async function open(change: Partial<ShortcutsProps> = {}) {
  await draw(null);
  const bound = [
    { name: '_execute_action', keys: 'Alt+Shift+L' },
    { name: 'shorten-page', keys: '' },
    { name: 'unknown', keys: 'F1' },
  ];
  await draw(
    <Shortcuts boundShortcuts={async () => [...bound]} changeShortcuts={null} keyword="cut" {...change} />,
  );
  await settle();
  return { bound };
}

it('lists each shortcut with its keys, or as not bound', async () => {
  await open();
  expect(textsOf('.shortcuts li')).toEqual([
    `${msg('commandOpenPopup')} Alt+Shift+L`,
    `${msg('commandShortenPage')} ${msg('notBound')}`,
  ]);
  // Each key has a frame of its own.
  expect(textsOf('.shortcuts .keys kbd')).toEqual(['Alt', 'Shift', 'L']);
});

it('labels the Shift key as keyboards of the language do', async () => {
  speak('de', { ...catalog, shiftKey: { message: 'Umschalt' } });
  await open();
  expect(textsOf('.shortcuts .keys')).toEqual(['Alt+Umschalt+L']);
});

it('shows the keyword of the address bar, and names what the menu of the toolbar button has', async () => {
  await open({ keyword: 'abc' });
  expect(textsOf('.setting > div > p')).toEqual([
    msg('addressBar'),
    msg('addressBarHelp', 'abc'),
    msg('toolbarButton'),
    msg('toolbarButtonHelp', msg('menuShortenAndCopy'), msg('bulkAllTabs')),
  ]);
  expect(textsOf('.key-row kbd kbd')).toEqual(['abc', msg('spaceKey')]);
});

it('reads them again when the page gets the focus back', async () => {
  const listeners = new Set<EventListenerOrEventListenerObject>();
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type, listener) => {
    if (type === 'focus' && listener) listeners.add(listener);
  });
  vi.spyOn(globalThis, 'removeEventListener').mockImplementation((_, listener) => {
    if (listener) listeners.delete(listener);
  });
  const { bound } = await open();
  bound[1] = { name: 'shorten-page', keys: '⌥⇧K' };
  const [look] = listeners;
  if (typeof look === 'function') look(new Event('focus'));
  await settle();
  expect(textsOf('.shortcuts .keys')).toEqual(['Alt+Shift+L', '⌥⇧K']);
  await draw(null);
  expect(listeners.size).toBe(0);
  vi.restoreAllMocks();
});

it('opens the browser’s page by a button, or explains where it is', async () => {
  let opened = 0;
  await open({ changeShortcuts: () => opened++ });
  await fire(find('button'), 'click');
  expect(opened).toBe(1);
  await open();
  expect(textsOf('button')).toEqual([]);
  expect(textsOf('.note').join(' ')).toContain(msg('changeShortcutsHint'));
});
