/** The popup opens for a result that the user would not see otherwise, and in no other case. */
import { beforeEach, expect, it, vi } from 'vitest';
import {
  createShowInPopup,
  type ShowInPopupDeps,
} from '../../../../entrypoints/background/triggers/show-in-popup.ts';
import type { Job } from '../../../../lib/outbox/job.ts';
import type { CreateLinkCommand } from '../../../../lib/outbox/commands.ts';
import { draft, jobOf, noon, refused, shortenCommand, uuid } from '../../../support/samples.ts';
import { browser, calls, fresh, lastFocused } from '../../../support/fake-browser.ts';
import { createWorker } from '../../../support/background-worker.ts';
import { speak } from '../../../support/speak.ts';
import { settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

beforeEach(fresh);

const failed = (command: Partial<CreateLinkCommand> = {}, change: Partial<Job> = {}) =>
  jobOf(1, refused(), { command: shortenCommand(1, { from: 'menu', at: noon, ...command }), ...change });

const create = (deps: Partial<ShowInPopupDeps> = {}) =>
  createShowInPopup({
    isNotified: async () => false,
    isOnToolbar: async () => false,
    writeViews: async () => void calls.push('views'),
    now: () => noon + 5_000,
    ...deps,
  });

/** What was opened, after the views had been written. */
async function opened(job: Job, deps: Partial<ShowInPopupDeps> = {}): Promise<string[]> {
  calls.length = 0;
  create(deps).job(job);
  await settled();
  return [...calls];
}

const popup = ['views', 'popup [{"windowId":7}]'];

it('opens the popup while the button is not on the toolbar and notifications are off', async () => {
  expect(await opened(failed())).toEqual(popup);
  const joined = [{ id: uuid(2), at: noon, from: 'menu' } as const];
  expect(await opened(failed({ from: 'popup', at: noon - 60_000 }, { joined }))).toEqual(popup);
});

it('opens nothing where the badge or a notification shows it', async () => {
  expect(await opened(failed(), { isOnToolbar: async () => true })).toEqual([]);
  expect(await opened(failed(), { isNotified: async () => true })).toEqual([]);
});

it('opens nothing more than 5 s after the press, or for a link of a page or a batch', async () => {
  expect(await opened(failed(), { now: () => noon + 5_001 })).toEqual([]);
  for (const from of ['popup', 'places', 'bulk'] as const) expect(await opened(failed({ from }))).toEqual([]);
  const joined = [{ id: uuid(2), at: noon + 1, from: 'popup' } as const];
  expect(await opened(failed({}, { joined }))).toEqual([]);
});

it('opens it in the window with the focus only, and private ones apart', async () => {
  lastFocused.focused = false;
  expect(await opened(failed())).toEqual(['views']);
  Object.assign(lastFocused, { focused: true, incognito: true });
  expect(await opened(failed())).toEqual(['views']);
  // A private window gets no notification.
  expect(await opened(failed({ private: true }), { isNotified: async () => true })).toEqual(popup);
});

it('ignores that the browser opens none', async () => {
  const { action } = browser;
  const { openPopup } = action;
  vi.spyOn(action, 'openPopup').mockRejectedValue(new Error('no toolbar'));
  expect(await opened(failed())).toEqual(['views']);
  vi.restoreAllMocks();
  Reflect.deleteProperty(action, 'openPopup');
  expect(await opened(failed())).toEqual(['views']);
  action.openPopup = openPopup;
});

it('opens for a link that was copied, which the view then has, and for none of a private window', async () => {
  const show = create();
  const press = { at: noon, private: false };
  show.copied('https://sho.rt/x', { ...press, private: true });
  await settled();
  expect([calls, show.autoOpened()]).toEqual([[], null]);
  show.copied('https://sho.rt/x', press);
  await settled();
  expect([calls, show.autoOpened()]).toEqual([popup, { copied: 'https://sho.rt/x', at: noon + 5_000 }]);
  show.shown();
  expect(show.autoOpened()).toBeNull();
});

it('opens nothing for a copied link that badge or notification show', async () => {
  for (const deps of [{ isOnToolbar: async () => true }, { isNotified: async () => true }]) {
    const show = create(deps);
    show.copied('https://sho.rt/x', { at: noon, private: false });
    await settled();
    expect([calls, show.autoOpened()]).toEqual([[], null]);
  }
});

it('is asked for each link that was refused, or copied, or could not be', async () => {
  speak();
  const { jobs, shownJobs } = createWorker();
  await jobs.submit(shortenCommand(1, { from: 'menu', link: draft({ alias: 'two words' }) }));
  await settled();
  expect(shownJobs).toEqual([uuid(1)]);
});
