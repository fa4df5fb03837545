/** The choices under "Behaviour": labelled, explained, saved as they are made. */
import { beforeEach, describe, expect, it } from 'vitest';
import { draw, find, fire, root, textsOf } from '../components/dom.ts';
import { PreferencesForm } from '../../../entrypoints/options/preferences.tsx';
import { createOptionsModel } from '../../../entrypoints/options/model.ts';
import { accountViewItem } from '../../../lib/views/account-view.ts';
import { preferencesItem, type Preferences } from '../../../lib/storage/preferences.ts';
import { speak } from '../i18n/catalogue.ts';

const asked: string[] = [];
beforeEach(() => speak());

async function open(change: Partial<Preferences> = {}, allowed = true) {
  await draw(null);
  asked.length = 0;
  const saves: Preferences[] = [];
  const unused = async () => false;
  const model = createOptionsModel({
    accountView: accountViewItem.fallback,
    preferences: { ...preferencesItem.fallback, ...change },
    popupView: null,
    addressDraft: null,
    now: () => 0,
    newId: () => '',
    requestOrigin: unused,
    requestReading: async () => true,
    hasOrigin: unused,
    requestNotifications: async () => {
      asked.push('notifications');
      return allowed;
    },
    grantedOrigins: async () => [],
    removeOrigin: unused,
    connect: async () => 'tried',
    disconnect: unused,
    savePreferences: async (preferences) => saves.push(preferences),
    saveAddressDraft: () => {},
    dropAddressDraft: () => {},
  });
  await draw(<PreferencesForm model={model} />);
  return saves;
}

/** Changes a control as a person would, whatever it holds. */
function change(selector: string, to: object): Promise<Event> {
  const control = find(selector);
  for (const [name, value] of Object.entries(to))
    Object.defineProperty(control, name, { value, writable: true, configurable: true });
  return fire(control, 'change');
}

it('every control has a name, and its hint', async () => {
  await open();
  expect(textsOf('label')).toEqual([
    'Copy a new short link by itself',
    'Reuse the link that a page has',
    'One-click mode',
    'Hold new links for',
    'When nobody can tell whether a link was made',
    'Add a short mark to the note',
    'Notifications',
  ]);
  for (const label of root.querySelectorAll('label[for]'))
    expect(find(`select[id="${label.getAttribute('for')}"]`)).toBeDefined();
  for (const control of root.querySelectorAll('[aria-describedby]'))
    expect(find(`[id="${control.getAttribute('aria-describedby')}"]`).textContent).not.toBe('');
  expect(root.querySelectorAll('[aria-describedby]')).toHaveLength(6);
});

it('what can be chosen', async () => {
  await open();
  expect(textsOf('[id=hold] option')).toEqual(['Off', '5 s', '10 s', '30 s']);
  expect(textsOf('[id=unclear] option')).toEqual(['Ask me', 'Use the link that is there', 'Make another']);
});

it('a hold that was chosen elsewhere stays', async () => {
  await open({ holdSeconds: 7 });
  expect(textsOf('[id=hold] option')).toEqual(['Off', '5 s', '7 s', '10 s', '30 s']);
});

it('each choice is saved with the others', async () => {
  const saves = await open();
  await change('[id=hold]', { value: '5' });
  await change('[id=unclear]', { value: 'use' });
  await change('[id=unclear]', { value: 'nonsense' });
  await change('[aria-describedby=mark-hint]', { checked: true });
  expect(saves).toEqual([
    { ...preferencesItem.fallback, holdSeconds: 5 },
    { ...preferencesItem.fallback, holdSeconds: 5, unclear: 'use' },
    { ...preferencesItem.fallback, holdSeconds: 5, unclear: 'use', markNote: true },
  ]);
});

it('reuse and one-click mode', async () => {
  const saves = await open();
  await change('[aria-describedby=reuse-hint]', { checked: false });
  await change('[aria-describedby=oneClick-hint]', { checked: true });
  expect(saves.at(-1)).toEqual({ ...preferencesItem.fallback, reuse: false, oneClick: true });
});

describe('notifications', () => {
  const box = '[aria-describedby=notify-hint]';
  const refused = () => textsOf('[role=alert]').join('');

  it('are asked for when they are turned on, and not when they are turned off', async () => {
    const saves = await open();
    await change(box, { checked: true });
    expect([saves.at(-1)?.notify, asked, refused()]).toEqual([true, ['notifications'], '']);
    await change(box, { checked: false });
    expect([saves.at(-1)?.notify, asked]).toEqual([false, ['notifications']]);
  });

  it('stay off where the browser does not allow them, and that is told', async () => {
    const saves = await open({}, false);
    await change(box, { checked: true });
    // Until it is drawn.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([saves, refused()]).toEqual([[], 'The browser did not allow notifications.']);
  });
});
