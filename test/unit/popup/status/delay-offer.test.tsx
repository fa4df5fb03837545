// The offer below a new link to have time to cancel the next one.
import { beforeEach, expect, it, vi } from 'vitest';
import { draw, root, settle } from '../../../support/dom.ts';
import { speak } from '../../../support/speak.ts';
import { msg } from '../../../support/texts.ts';

const disk = new Map<string, unknown>();
vi.mock(import('../../../../lib/browser/storage.ts'), async (original) => ({
  ...(await original()),
  readStorage: async () => Object.fromEntries(disk),
}));
const { DelayOffer } = await import('../../../../entrypoints/popup/status/delay-offer.tsx');

beforeEach(() => {
  speak();
  disk.clear();
});

async function offered(): Promise<(string | null)[]> {
  await draw(null);
  await draw(<DelayOffer />);
  await settle();
  // No sign in front of it, which would end a line.
  expect(root.textContent).toBe(root.querySelector('a')?.textContent ?? '');
  return [...root.querySelectorAll('a')].map(({ textContent }) => textContent);
}

it('is made until a delay is set', async () => {
  expect(await offered()).toEqual([msg('addDelay')]);
  disk.set('preferences', { version: 6, data: { holdSeconds: 0 } });
  expect(await offered()).toEqual([msg('addDelay')]);
  disk.set('preferences', { version: 6, data: { holdSeconds: 5 } });
  expect(await offered()).toEqual([]);
});
