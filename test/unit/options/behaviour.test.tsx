/** The choices under "Behaviour": labelled, explained, saved as they are made. */
import { beforeEach, expect, test } from 'vitest';
import { draw, find, fire, root, textsOf } from '../components/dom.ts';
import { Behaviour } from '../../../entrypoints/options/behaviour.tsx';
import { createOptionsModel } from '../../../entrypoints/options/model.ts';
import { accountViewItem } from '../../../lib/settings/account-view.ts';
import { preferencesItem, type Preferences } from '../../../lib/settings/preferences.ts';
import { speak } from '../text/catalogue.ts';

beforeEach(() => speak());

async function open(change: Partial<Preferences> = {}) {
  await draw(null);
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
    connect: unused,
    disconnect: unused,
    savePreferences: async (preferences) => saves.push(preferences),
    saveAddressDraft: () => {},
    dropAddressDraft: () => {},
  });
  await draw(<Behaviour model={model} />);
  return saves;
}

/** Changes a control as a person would, whatever it holds. */
function change(selector: string, to: object): Promise<Event> {
  const control = find(selector);
  for (const [name, value] of Object.entries(to))
    Object.defineProperty(control, name, { value, writable: true, configurable: true });
  return fire(control, 'change');
}

test('every control has a name, and its hint', async () => {
  await open();
  expect(textsOf('label')).toEqual([
    'Copy a new short link by itself',
    'Hold new links for',
    'When nobody can tell whether a link was made',
    'Add a short mark to the note',
  ]);
  for (const label of root.querySelectorAll('label[for]'))
    expect(find(`select[id="${label.getAttribute('for')}"]`)).toBeDefined();
  for (const control of root.querySelectorAll('[aria-describedby]'))
    expect(find(`[id="${control.getAttribute('aria-describedby')}"]`).textContent).not.toBe('');
  expect(root.querySelectorAll('[aria-describedby]')).toHaveLength(3);
});

test('what can be chosen', async () => {
  await open();
  expect(textsOf('[id=hold] option')).toEqual(['Off', '5 s', '10 s', '30 s']);
  expect(textsOf('[id=unclear] option')).toEqual(['Ask me', 'Use the link that is there', 'Make another']);
});

test('a hold that was chosen elsewhere stays', async () => {
  await open({ holdSeconds: 7 });
  expect(textsOf('[id=hold] option')).toEqual(['Off', '5 s', '7 s', '10 s', '30 s']);
});

test('each choice is saved with the others', async () => {
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
