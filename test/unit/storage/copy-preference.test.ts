/** The copy preference is saved among the preferences, and changes nothing else in them. */
import { expect, it } from 'vitest';
import { createCopyPreference, type CopyPreference } from '../../../lib/storage/copy-preference.ts';
import { preferencesItem, type Preferences } from '../../../lib/storage/preferences.ts';

function open(stored: unknown, works = true) {
  const saved: Partial<CopyPreference>[] = [];
  const choice = createCopyPreference(
    async (key) => ({ [key]: stored }),
    async (chosen) => {
      if (!works) throw new Error('The worker has gone.');
      saved.push(chosen);
    },
  );
  return { choice, saved };
}

const { version } = preferencesItem;
const data: Preferences = { ...preferencesItem.fallback, autoCopy: false, holdSeconds: 5 };

it('defaults to the plain link', async () => {
  expect(await open(undefined).choice.readCopyPreference()).toEqual({
    copyFormat: 'plain',
    copyTemplate: '{title}: {short}',
  });
});

it('reads the choice, and saves nothing else', async () => {
  const { choice, saved } = open({ version, data: { ...data, copyFormat: 'html' } });
  expect(await choice.readCopyPreference()).toEqual({ copyFormat: 'html', copyTemplate: '{title}: {short}' });
  expect(await choice.saveCopyPreference({ copyFormat: 'own' })).toBe(true);
  expect(saved).toEqual([{ copyFormat: 'own' }]);
});

it('does not fail when the background can not be reached', async () => {
  await expect(
    open(undefined, false).choice.saveCopyPreference({ copyFormat: 'own', copyTemplate: '' }),
  ).resolves.toBe(false);
});

it('does not overwrite preferences that this version can not read', async () => {
  for (const stored of [
    { version: version - 1, data },
    { version: version + 1, data },
    { version, data: { autoCopy: 'x' } },
    1,
  ]) {
    const { choice, saved } = open(stored);
    expect(await choice.saveCopyPreference({ copyFormat: 'own', copyTemplate: '' })).toBe(false);
    expect(saved).toEqual([]);
  }
  const { choice, saved } = open(undefined);
  await choice.saveCopyPreference({ copyFormat: 'own', copyTemplate: '' });
  expect(saved).toEqual([{ copyFormat: 'own', copyTemplate: '' }]);
});

it('falls back to the default when storage can not be read', async () => {
  const choice = createCopyPreference(
    () => Promise.reject(new Error('No disk.')),
    () => null,
  );
  expect((await choice.readCopyPreference()).copyFormat).toBe('plain');
});
