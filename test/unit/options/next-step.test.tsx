/** The way to the first short link, right after connecting. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, find, fire, root, textsOf } from '../../support/dom.ts';
import { NextStep, type NextStepProps } from '../../../entrypoints/options/next-step.tsx';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { speak } from '../../support/speak.ts';
import { msg } from '../../support/texts.ts';
import { openModel } from './samples.ts';
import { act } from 'preact/test-utils';
import { settled } from '../../support/flush.ts';

beforeEach(async () => {
  speak();
  await draw(null);
});

async function open(props: Partial<NextStepProps> = {}) {
  const { model } = openModel();
  const Drawn = () => (
    <NextStep boundShortcuts={async () => []} isOnToolbar={async () => true} model={model} {...props} />
  );
  await draw(<Drawn />);
  await act(settled);
}

it('names the popup’s shortcut as it is really bound', async () => {
  const other = { name: 'shorten-page', keys: 'Alt+Shift+S' };
  await open({ boundShortcuts: async () => [other, { name: '_execute_action', keys: 'Ctrl+Y' }] });
  expect(textsOf('li')[1]).toBe(`${msg('nextStepOpen')}${msg('nextStepOpenKeysHint')} Ctrl+Y`);
});

it('names only the toolbar if there is no shortcut', async () => {
  for (const read of [
    async () => [{ name: '_execute_action', keys: '' }],
    async () => Promise.reject(new Error('not readable')),
  ]) {
    await open({ boundShortcuts: read });
    expect(textsOf('li')[1]).toBe(`${msg('nextStepOpen')}${msg('nextStepOpenHint')} `);
  }
});

it('says nothing of a button that the toolbar has', async () => {
  await open();
  expect(textsOf('.pin')).toEqual([]);
});

describe('where the button is hidden in the menu of extensions', () => {
  const isOnToolbar = async () => false;
  const offer = () => textsOf('[data-item=notify] button');
  const withNotifications = (allowed: boolean, notify = false) =>
    openModel(undefined, {
      preferences: { ...preferencesItem.fallback, notify },
      requestNotifications: async () => allowed,
    });

  it.each([
    ['', 'nextStepPin'],
    ['true', 'nextStepPinFirefox'],
  ] as const)('says how to pin it, in the words of the browser (%j)', async (firefox, text) => {
    vi.stubEnv('FIREFOX', firefox);
    await open({ isOnToolbar });
    expect(textsOf('.pin')[0]).toBe(msg(text));
    vi.unstubAllEnvs();
  });

  it('offers notifications, which show what a right-click has made', async () => {
    const { model, saves } = withNotifications(true);
    await open({ isOnToolbar, model });
    expect(offer()).toEqual([msg('turnOnNotifications')]);
    await fire(find('[data-item=notify] button'), 'click');
    await act(settled);
    expect(saves).toMatchObject([{ notify: true }]);
    expect([offer(), textsOf('[data-item=notify] [role=status]')]).toEqual([[], [msg('notificationsOn')]]);
  });

  it('says where the browser does not allow them', async () => {
    const { model, saves } = withNotifications(false);
    await open({ isOnToolbar, model });
    await fire(find('[data-item=notify] button'), 'click');
    await act(settled);
    expect(saves).toEqual([]);
    expect(offer()).toEqual([msg('turnOnNotifications')]);
    expect(textsOf('[data-item=notify] [role=status]')).toEqual([msg('notificationsBlocked')]);
  });

  it('offers nothing that is on, or not needed', async () => {
    await open({ isOnToolbar, model: withNotifications(true, true).model });
    expect(root.querySelector('[data-item=notify]')).toBeNull();
    for (const read of [async () => true, async () => Promise.reject(new Error('not readable'))]) {
      await open({ isOnToolbar: read });
      expect(root.querySelector('[data-item=notify]')).toBeNull();
    }
  });
});
