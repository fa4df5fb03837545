// The offer below a new link to have time to cancel the next one.
import { beforeEach, expect, it, vi } from 'vitest';
import { draw, fire, root, settle } from '../../../support/dom.ts';
import { speak } from '../../../support/speak.ts';
import { msg, msgCount } from '../../../support/texts.ts';

const disk = new Map<string, unknown>();
vi.mock(import('../../../../lib/browser/storage.ts'), async (original) => ({
  ...(await original()),
  readStorage: async () => Object.fromEntries(disk),
}));
const { openPopup } = await import('../open-popup.ts');
const { DelayOffer } = await import('../../../../entrypoints/popup/status/delay-offer.tsx');

beforeEach(() => {
  speak();
  disk.clear();
});

async function open() {
  await draw(null);
  const popup = openPopup();
  await draw(<DelayOffer model={popup.model} />);
  await settle();
  return popup;
}
const shown = () => root.textContent?.trim();
const press = () => fire(root.querySelector('button') ?? root, 'click');

it('is made until a delay is set', async () => {
  await open();
  // No sign in front of it, which would end a line.
  expect(shown()).toBe(msg('addDelay', msgCount('seconds', 5)));
  disk.set('preferences', { version: 7, data: { holdSeconds: 0 } });
  await open();
  expect(shown()).toBe(msg('addDelay', msgCount('seconds', 5)));
  disk.set('preferences', { version: 7, data: { holdSeconds: 5 } });
  await open();
  expect(shown()).toBe('');
});

it('sets five seconds, says so, and takes them back', async () => {
  const { sent } = await open();
  await press();
  expect(shown()).toBe(`${msg('delayAdded', msgCount('seconds', 5))} ${msg('delayTurnOff')}`);
  await press();
  expect(shown()).toBe(msg('addDelay', msgCount('seconds', 5)));
  expect(sent).toEqual(['save-preferences 5', 'save-preferences 0']);
});
