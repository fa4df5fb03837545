/** The shortcuts in the settings: the bound keys, and the way to change them. */
import { beforeEach, expect, it } from 'vitest';
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
  const looks: (() => void)[] = [];
  await draw(
    <Shortcuts
      boundShortcuts={async () => [...bound]}
      onFocus={(look) => {
        looks.push(look);
        return () => looks.pop();
      }}
      changeShortcuts={null}
      keyword="cut"
      {...change}
    />,
  );
  await settle();
  return { bound, looks };
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
  const { bound, looks } = await open();
  bound[1] = { name: 'shorten-page', keys: '⌥⇧K' };
  looks[0]?.();
  await settle();
  expect(textsOf('.shortcuts .keys')).toEqual(['Alt+Shift+L', '⌥⇧K']);
  await draw(null);
  expect(looks).toEqual([]);
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
