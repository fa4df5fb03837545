/** The popup's smaller parts: the keyboard shortcut, the form that adds a pixel, and the copy status. */
import { beforeEach, describe, expect, it } from 'vitest';
import { draw, field, find, press, root, textsOf, type } from '../../support/dom.ts';
import { signal } from '@preact/signals';
import { shellParts } from '../../../entrypoints/popup/shell-parts.tsx';
import { emptyPopupView } from '../../../lib/views/popup-view.ts';
import { fullView } from '../../support/sample-views.ts';
import { Popup } from '../../../entrypoints/popup/popup.tsx';
import { CopyStatus } from '../../../entrypoints/popup/status/copy-status.tsx';
import { NewPixel } from '../../../entrypoints/popup/form/new-pixel.tsx';
import { isolateLeftToRight } from '../../../lib/text/isolate.ts';
import { speak } from '../../support/speak.ts';
import { openPopup, page as openedPage } from './open-popup.ts';
import { msg } from '../../support/texts.ts';
import { flushMicrotasks } from '../../support/flush.ts';

beforeEach(() => speak());

describe('a new pixel', () => {
  async function open() {
    await draw(null);
    const { model, submitted } = openPopup({});
    model.nestedForms.newPixel.value = { name: 'Ads', type: '', tag: '' };
    await draw(<NewPixel model={model} />);
    return { submitted, kind: field('#pixel-type'), tag: field('#pixel-tag') };
  }

  it('is added by Enter in a field, which does not reach the form around', async () => {
    const { submitted, kind, tag } = await open();
    await type(kind, ' gapixel ');
    expect((await press(kind, 'Enter')).defaultPrevented).toBe(true);
    expect(submitted).toEqual([]);
    await type(tag, ' G-1 ');
    expect((await press(tag, 'Enter')).defaultPrevented).toBe(true);
    expect(submitted).toMatchObject([{ kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-1' }]);
  });

  it('says at the fields what is missing, once "Add pixel" is pressed', async () => {
    const { submitted, kind } = await open();
    const problems = () => textsOf('.wrong').filter((text) => text !== '');
    expect(problems()).toEqual([]);
    await press(kind, 'Enter');
    expect(problems()).toEqual([msg('problemNoType'), msg('problemNoTag')]);
    await type(kind, 'gapixel');
    await press(kind, 'Enter');
    expect(problems()).toEqual([msg('problemNoTag')]);
    expect(submitted).toEqual([]);
  });

  it('is not added by Enter on “Cancel”', async () => {
    const { submitted, kind, tag } = await open();
    await type(kind, 'gapixel');
    await type(tag, 'G-1');
    const cancel = [...root.querySelectorAll('button')].find(
      (button) => button.textContent === msg('cancel'),
    );
    const event = await press(cancel ?? root, 'Enter');
    // If the default is not prevented, the browser turns Enter into a click.
    expect([submitted, event.defaultPrevented]).toEqual([[], false]);
  });
});

describe('the copy status of the recent list', () => {
  const copyStatus = async (copies: boolean) => {
    const { model } = openPopup({ copies });
    await draw(null);
    await draw(<CopyStatus model={model} />);
    await model.copy('https://sho.rt/abc');
    await flushMicrotasks();
    return find('[role=status]').textContent;
  };

  it('reports success and failure', async () => {
    expect(await copyStatus(true)).toBe(msg('copied'));
    expect(await copyStatus(false)).toBe(msg('linkNotCopied', isolateLeftToRight('sho.rt/abc')));
  });
});

describe('several tabs are selected', () => {
  const opened: string[] = [];
  async function openWith(page: object, view = fullView()) {
    opened.length = 0;
    const { model } = openPopup({ page: { ...openedPage, ...page }, view });
    const parts = { ...shellParts(async () => undefined), openTabChoice: () => opened.push('tabs') };
    await draw(<Popup model={model} parts={signal(parts)} />);
    return [...root.querySelectorAll('button')].find(({ textContent }) =>
      textContent?.startsWith(msg('shortenSelectedTabs')),
    );
  }

  it('offers to shorten them together, with their number', async () => {
    const row = await openWith({ selectedTabs: 3 });
    expect(row?.textContent).toBe(`${msg('shortenSelectedTabs')}3`);
    row?.click();
    expect(opened).toEqual(['tabs']);
  });

  it.each([
    ['of one tab', { selectedTabs: 1 }, fullView()],
    ['in a private window', { selectedTabs: 3, private: true }, fullView()],
    ['while not connected', { selectedTabs: 3 }, emptyPopupView],
  ])('offers nothing %s', async (_, page, view) => {
    expect(await openWith(page, view)).toBeUndefined();
  });
});
