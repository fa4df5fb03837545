/** The popup's smaller parts: the keyboard shortcut, the form that adds a pixel, and the copy status. */
import { beforeEach, describe, expect, it } from 'vitest';
import { draw, field, find, press, root, textsOf, type } from '../../support/dom.ts';
import { CopyStatus } from '../../../entrypoints/popup/status/copy-status.tsx';
import { useState } from 'preact/hooks';
import { NewPixelForm } from '../../../entrypoints/popup/form/new-pixel-form.tsx';
import type { NewPixel } from '../../../entrypoints/popup/form/nested-forms.ts';
import { isolateLeftToRight } from '../../../lib/text/isolate.ts';
import { speak } from '../../support/speak.ts';
import { openPopup } from './open-popup.ts';
import { msg } from '../../support/texts.ts';
import { flushMicrotasks } from '../../support/flush.ts';

beforeEach(() => speak());

describe('a new pixel', () => {
  async function open() {
    await draw(null);
    const added: NewPixel[] = [];
    const acts = { cancelled: 0, submitted: 0 };
    function Form() {
      const [pixel, setPixel] = useState<NewPixel>({ name: 'Ads', type: '', tag: '' });
      return (
        <NewPixelForm
          pixel={pixel}
          types={['custompixel', 'gapixel']}
          isBlocking={acts.submitted > 0}
          onChange={setPixel}
          onAdd={(whole) => added.push(whole)}
          onCancel={() => acts.cancelled++}
        />
      );
    }
    await draw(<Form />);
    return {
      added,
      acts,
      kind: field('#pixel-type'),
      tag: field('#pixel-tag'),
    };
  }

  it('is added by Enter in a field, which does not reach the form around', async () => {
    const { added, kind, tag } = await open();
    await type(kind, ' gapixel ');
    expect((await press(kind, 'Enter')).defaultPrevented).toBe(true);
    expect(added).toEqual([]);
    await type(tag, ' G-1 ');
    expect((await press(tag, 'Enter')).defaultPrevented).toBe(true);
    expect(added).toEqual([{ name: 'Ads', type: 'gapixel', tag: 'G-1' }]);
  });

  it('says at the fields what is missing, once "Add pixel" is pressed', async () => {
    const { added, kind } = await open();
    const problems = () => textsOf('.wrong').filter((text) => text !== '');
    expect(problems()).toEqual([]);
    await press(kind, 'Enter');
    expect(problems()).toEqual([msg('problemNoType'), msg('problemNoTag')]);
    await type(kind, 'gapixel');
    await press(kind, 'Enter');
    expect(problems()).toEqual([msg('problemNoTag')]);
    expect(added).toEqual([]);
  });

  it('is not added by Enter on “Cancel”', async () => {
    const { added, kind, tag } = await open();
    await type(kind, 'gapixel');
    await type(tag, 'G-1');
    const cancel = [...root.querySelectorAll('button')].find(
      (button) => button.textContent === msg('cancel'),
    );
    const event = await press(cancel ?? root, 'Enter');
    // If the default is not prevented, the browser turns Enter into a click.
    expect([added, event.defaultPrevented]).toEqual([[], false]);
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
