/** The preferences of the settings page: labeled, with hints, saved immediately. */
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, it } from 'vitest';
import { draw, find, fire, root, textsOf } from '../../support/dom.ts';
import { PreferencesForm } from '../../../entrypoints/options/preferences.tsx';
import { preferencesItem, type Preferences } from '../../../lib/storage/preferences.ts';
import { speak } from '../../support/speak.ts';
import { settled } from '../../support/flush.ts';
import { openModel } from './samples.ts';
import { msg, msgCount } from '../../support/texts.ts';

const requested: string[] = [];
beforeEach(() => speak());

async function open(change: Partial<Preferences> = {}, allowed = true, isPinned = true) {
  await draw(null);
  requested.length = 0;
  const { model, saves } = openModel(undefined, {
    preferences: { ...preferencesItem.fallback, ...change },
    requestScripting: async () => true,
    requestNotifications: async () => {
      requested.push('notifications');
      return allowed;
    },
  });
  await draw(<PreferencesForm model={model} isOnToolbar={async () => isPinned} />);
  await act(settled);
  return saves;
}

it('says what is missed without notifications where the button is not pinned', async () => {
  const warning = () => textsOf('.missed-results:not(.out-of-sight)');
  await open();
  expect(warning()).toEqual([]);
  await open({}, true, false);
  expect(warning()).toEqual([msg('notificationsMissed')]);
  await change('#notify', { checked: true });
  await act(settled);
  expect(warning()).toEqual([]);
});

/** Sets properties of a control and dispatches the event, as the browser does for a user. */
async function change(selector: string, to: object): Promise<void> {
  const control = find(selector);
  for (const [name, value] of Object.entries(to))
    Object.defineProperty(control, name, { value, writable: true, configurable: true });
  await fire(control, 'change');
  await act(settled);
}

it('has a label and a hint for every control', async () => {
  await open();
  expect(textsOf('label')).toEqual([
    msg('autoCopy'),
    msg('reuse'),
    msg('oneClick'),
    msg('creationDelay'),
    msg('ifUnconfirmed'),
    msg('referenceCode'),
    msg('notifications'),
  ]);
  for (const label of root.querySelectorAll('label[for]'))
    expect(find(`:is(input, select)[id="${label.getAttribute('for')}"]`)).toBeDefined();
  expect(root.querySelectorAll('label[for]')).toHaveLength(7);
  for (const control of root.querySelectorAll('[aria-describedby]'))
    expect(find(`[id="${control.getAttribute('aria-describedby')}"]`).textContent).not.toBe('');
  expect(root.querySelectorAll('[aria-describedby]')).toHaveLength(6);
});

it('offers these choices', async () => {
  await open();
  expect(textsOf('[id=hold] option')).toEqual([
    msg('off'),
    ...[5, 10, 30].map((n) => msgCount('seconds', n)),
  ]);
  expect(textsOf('[id=unclear] option')).toEqual([
    msg('unconfirmedAsk'),
    msg('unconfirmedUse'),
    msg('unconfirmedCreate'),
  ]);
});

it('keeps a stored delay that is not among the choices', async () => {
  await open({ holdSeconds: 7 });
  expect(textsOf('[id=hold] option')).toEqual([
    msg('off'),
    ...[5, 7, 10, 30].map((n) => msgCount('seconds', n)),
  ]);
});

it('saves the choice that was changed', async () => {
  const saves = await open();
  await change('[id=hold]', { value: '5' });
  await change('[id=unclear]', { value: 'use' });
  await change('[id=unclear]', { value: 'nonsense' });
  await change('[aria-describedby=mark-hint]', { checked: true });
  expect(saves).toEqual([{ holdSeconds: 5 }, { unclear: 'use' }, { markNote: true }]);
});

it('saves reuse and one-click mode', async () => {
  const saves = await open();
  await change('[aria-describedby=reuse-hint]', { checked: false });
  await change('[aria-describedby=one-click-hint]', { checked: true });
  expect(saves).toEqual([{ reuse: false }, { oneClick: true }]);
});

describe('notifications', () => {
  const box = '[aria-describedby=notify-hint]';
  const refused = () => textsOf('[role=alert]').join('');

  it('request the permission when turned on, but not when turned off', async () => {
    const saves = await open();
    await change(box, { checked: true });
    expect([saves.at(-1)?.notify, requested, refused()]).toEqual([true, ['notifications'], '']);
    await change(box, { checked: false });
    expect([saves.at(-1)?.notify, requested]).toEqual([false, ['notifications']]);
  });

  it('stay off and report it where the browser denies the permission', async () => {
    const saves = await open({}, false);
    await change(box, { checked: true });
    // Until the next render.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([saves, refused()]).toEqual([[], msg('notificationsBlocked')]);
  });
});
