/** The clean-up steps in the settings: labeled, saved immediately; the canonical URL requests its permission. */
import { beforeEach, expect, it } from 'vitest';
import { draw, find, fire, root, textsOf } from '../../support/dom.ts';
import { UrlCleaning } from '../../../entrypoints/options/url-cleaning.tsx';
import type { PreferenceChanges } from '../../../lib/storage/preferences.ts';
import { speak } from '../../support/speak.ts';
import { openModel } from './samples.ts';
import { msg } from '../../support/texts.ts';

beforeEach(() => speak());

async function open(granted = true) {
  await draw(null);
  const acts: string[] = [];
  const saves: PreferenceChanges[] = [];
  const { model } = openModel(undefined, {
    requestScripting: async () => {
      acts.push('request');
      if (!granted) throw new Error('no gesture');
      return true;
    },
    savePreferences: async (changes) => {
      acts.push('save');
      saves.push(changes());
    },
  });
  const Drawn = () => <UrlCleaning model={model} />;
  await draw(<Drawn />);
  return { acts, saves };
}

async function turn(name: string, on: boolean): Promise<void> {
  const label = [...root.querySelectorAll('label')].find(({ textContent }) => textContent === name);
  const box = label?.querySelector('input');
  if (!box) throw new Error(`no switch ${name}`);
  Object.defineProperty(box, 'checked', { value: on, writable: true, configurable: true });
  await fire(box, 'change');
}

it('has a labeled checkbox for every step, with the defaults', async () => {
  await open();
  expect(textsOf('label')).toEqual([
    msg('cleanUpTracking'),
    msg('cleanUpSession'),
    msg('cleanUpCampaign'),
    msg('cleanUpSite'),
    msg('cleanUpHash'),
    msg('cleanUpWww'),
    msg('cleanUpCanonical'),
  ]);
  const on = [...root.querySelectorAll('input')].map((box) => box.hasAttribute('checked'));
  expect(on).toEqual([true, true, false, false, false, false, false]);
  expect(find('#canonical-hint').textContent).toContain(msg('canonicalHint'));
});

it('saves each change immediately', async () => {
  const { acts, saves } = await open();
  await turn(msg('cleanUpWww'), true);
  await turn(msg('cleanUpSession'), false);
  expect(saves.map(({ cleanUp }) => cleanUp)).toEqual([
    ['tracking', 'session', 'www'],
    ['tracking', 'www'],
  ]);
  expect(acts).toEqual(['save', 'save']);
});

it.each([true, false])('requests the permission to read the canonical URL; granted: %s', async (granted) => {
  const { acts, saves } = await open(granted);
  await turn(msg('cleanUpCanonical'), true);
  expect(acts).toEqual(['request', 'save']);
  await turn(msg('cleanUpCanonical'), false);
  expect(acts).toEqual(['request', 'save', 'save']);
  expect(saves.at(-1)?.cleanUp).toEqual(['tracking', 'session']);
});
