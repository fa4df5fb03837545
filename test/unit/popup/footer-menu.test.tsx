/** The menu of the popup's status bar. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, find, fire, press, root, settle, textsOf } from '../../support/dom.ts';
import { fullView } from '../../support/sample-views.ts';
import { msg } from '../../support/texts.ts';
import { drawPopup } from './render-popup.tsx';
import { openPopup, page } from './open-popup.ts';

const opened = vi.hoisted((): string[] => []);
vi.mock('../../../entrypoints/popup/tab-choice.ts', () => ({
  openTabChoice: async () => void opened.push('tabs'),
}));
vi.mock('../../../entrypoints/popup/navigate.ts', async (load) => ({
  ...(await load<object>()),
  openManage: async (section: string) => void opened.push(section),
}));

beforeEach(() => {
  opened.length = 0;
});

const opener = () => root.querySelector<HTMLElement>(`footer [title="${msg('popupMenu')}"]`);
const items = () => textsOf('footer .menu button');

async function open(isPrivate = false, connected = true) {
  await draw(null);
  const { model } = openPopup({ page: { ...page, private: isPrivate }, view: fullView({ connected }) });
  await drawPopup(model);
  await settle();
  const button = opener();
  if (button) await fire(button, 'click');
  await settle();
}

describe('the menu of the status bar', () => {
  it('leads to the choice of several tabs and to Activity', async () => {
    await open();
    expect(items()).toEqual([msg('bulkAllTabs'), msg('activity')]);
    await fire(find('footer .menu button'), 'click');
    await fire(find('footer .menu button:last-child'), 'click');
    expect(opened).toEqual(['tabs', 'activity']);
  });

  it('closes on Escape, and by a press elsewhere', async () => {
    await open();
    await press(find('footer .menu button'), 'Escape');
    expect(items()).toEqual([]);
    await open();
    await fire(find('.stage'), 'pointerdown');
    expect(items()).toEqual([]);
  });

  it('has no choice of tabs in a private window, which can’t be listed, and is not there without a connection', async () => {
    await open(true);
    expect(items()).toEqual([msg('activity')]);
    await open(false, false);
    expect(opener()).toBeNull();
  });
});
