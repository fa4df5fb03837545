/** A press for a link that is in progress joins it: one request, and the latest press gets the result. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutoCopy } from '../../../entrypoints/background/auto-copy.ts';
import type { Trigger } from '../../../entrypoints/background/triggers/trigger.ts';
import { buildPopupView } from '../../../entrypoints/background/views/build-popup-view.ts';
import { createViewSources } from '../../../entrypoints/background/views/read-view-sources.ts';
import { OffscreenDocument } from '../../../lib/browser/offscreen.ts';
import type { Joined } from '../../../lib/outbox/job.ts';
import type { Preferences } from '../../../lib/storage/preferences.ts';
import { done, draft, jobOf, noon, shortenCommand, unknown, uuid } from '../../support/samples.ts';
import { gate } from '../../support/gate.ts';
import { speak } from '../../support/speak.ts';
import { browser, calls, contexts, fresh } from '../../support/fake-browser.ts';
import type { Reply } from '../../support/fake-gateway.ts';
import { knowNewest, pass, createWorker, stopTime } from '../../support/background-worker.ts';
import { msg } from '../../support/texts.ts';
import { flushMicrotasks, settled } from '../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../support/fake-browser.ts'));
vi.mock('../../../lib/browser/native.ts', async () => import('../../support/fake-browser.ts'));

const { local, session } = browser.storage;
const page = 'https://example.com/1';
const act = (change: Partial<Trigger> = {}): Trigger => ({
  address: page,
  title: 'E',
  private: false,
  ...change,
});
const badge = () => calls.flatMap((call) => /^text \[\{"text":"(.*)"\}\]$/u.exec(call)?.[1] ?? []).at(-1);
const fromPopup = (n: number, change: object = {}) =>
  shortenCommand(n, { at: Date.now(), link: draft({ address: page, title: 'In the popup' }), ...change });

beforeEach(() => {
  // Otherwise the badge's ✓ of one test would end in another one.
  stopTime(noon);
  fresh();
  knowNewest('4');
  speak();
});
afterEach(() => vi.useRealTimers());

/** The service responds when the test lets it. */
async function start(preferences: Partial<Preferences> = {}) {
  let id = 4;
  const response = { waits: gate(), reply: (): Reply => reply() };
  const reply = () => ({ body: { error: 0, id: ++id, shorturl: `https://sho.rt/${id}` } });
  const service = async (): Promise<Reply> => {
    await response.waits.passed;
    return response.reply();
  };
  const begin = () => createWorker({ service });
  const worker = begin();
  await worker.items.preferences.update((current) => ({ ...current, ...preferences }));
  const view = async (of = worker) =>
    buildPopupView(
      (
        await createViewSources({
          items: of.items,
          connection: of.connection,
          jobs: of.jobs,
          damaged: new Set(),
          storageFailing: () => false,
          storageReclaimed: async () => false,
          autoOpened: () => null,
        }).popup()
      ).disk,
    );
  return { ...worker, begin, response, view };
}

describe('a repeated press while the first is in progress', () => {
  it('three presses of the shortcut make one link', async () => {
    const { quickShorten, sent, jobs, response, clipboard, notifications } = await start();
    for (let press = 0; press < 3; press++) {
      quickShorten.shorten(act());
      await settled();
    }
    expect(sent).toHaveLength(1);
    response.waits.open();
    await settled();
    expect([sent.length, jobs.jobs().length, clipboard, notifications, badge()]).toEqual([
      1,
      1,
      ['https://sho.rt/5'],
      [msg('copiedAs', 'sho.rt/5')],
      '✓',
    ]);
  });

  it('three simultaneous presses make one link, before the first is stored', async () => {
    const { quickShorten, sent, response } = await start();
    for (let press = 0; press < 3; press++) quickShorten.shorten(act());
    await settled();
    response.waits.open();
    await settled();
    expect(sent).toHaveLength(1);
  });

  it.each([true, false])('a press while the first one completes gets its link (reuse: %s)', async (reuse) => {
    const { quickShorten, sent, response } = await start({ reuse });
    quickShorten.shorten(act());
    await settled();
    // At each step after a response, all within one millisecond.
    response.waits.open();
    for (let turn = 0; turn < 12; turn++) {
      quickShorten.shorten(act());
      await flushMicrotasks();
    }
    await settled();
    expect(sent).toHaveLength(1);
  });

  it('a link in progress is joined even where reuse is off', async () => {
    const { quickShorten, sent, response } = await start({ reuse: false });
    quickShorten.shorten(act());
    await settled();
    quickShorten.shorten(act());
    await settled();
    response.waits.open();
    await settled();
    expect(sent).toHaveLength(1);
    // Later than the completion, by the clock.
    await pass(1);
    quickShorten.shorten(act());
    await settled();
    expect(sent).toHaveLength(2);
  });

  it('the popup joins the shortcut, is notified of the result, and shows the job', async () => {
    const { quickShorten, sent, response, intentHandlers, jobs, view } = await start();
    quickShorten.shorten(act());
    await settled();
    const command = fromPopup(1);
    local.stored.set(`intent:${command.id}`, command);
    const ended = intentHandlers.submit(command);
    await settled();
    expect((await view()).jobs).toMatchObject([{ from: 'popup', joined: [uuid(1)], state: 'sent' }]);
    response.waits.open();
    expect((await ended).state).toMatchObject({ name: 'done', result: { shortUrl: 'https://sho.rt/5' } });
    await settled();
    expect([sent.length, local.keys('intent:')]).toEqual([1, []]);
    // Until the popup has shown it.
    expect((await view()).jobs).toMatchObject([{ state: 'done' }]);
    await jobs.acknowledge(uuid(1));
    expect((await view()).jobs).toEqual([]);
  });

  it('the shortcut joins the popup, copies the link and shows ✓', async () => {
    const { quickShorten, sent, response, intentHandlers, clipboard, notifications } = await start();
    const ended = intentHandlers.submit(fromPopup(1));
    await settled();
    quickShorten.shorten(act());
    await settled();
    response.waits.open();
    await ended;
    await settled();
    expect([sent.length, clipboard, badge(), notifications]).toEqual([
      1,
      ['https://sho.rt/5'],
      '✓',
      [msg('copiedAs', 'sho.rt/5')],
    ]);
  });

  it('"Create another" is a separate request', async () => {
    const { sent, response, intentHandlers } = await start();
    void intentHandlers.submit(fromPopup(1));
    await settled();
    void intentHandlers.submit(fromPopup(2, { another: true }));
    await settled();
    response.waits.open();
    await settled();
    expect(sent).toHaveLength(2);
  });

  it('a different command for the same address makes another link', async () => {
    const { sent, response, intentHandlers } = await start();
    void intentHandlers.submit(fromPopup(1));
    void intentHandlers.submit(fromPopup(2, { link: draft({ address: page, alias: 'mine' }) }));
    await settled();
    response.waits.open();
    await settled();
    expect(sent).toHaveLength(2);
  });

  it('incognito and normal windows never join each other', async () => {
    const { quickShorten, sent, response } = await start();
    quickShorten.shorten(act());
    quickShorten.shorten(act({ private: true }));
    await settled();
    quickShorten.shorten(act({ private: true }));
    await settled();
    expect(JSON.stringify([...session.stored])).toContain('job:');
    response.waits.open();
    await settled();
    expect(sent).toHaveLength(2);
  });

  it('a press for an unconfirmed link is notified of that, and nothing is sent', async () => {
    const question = { id: null, shortUrl: null, address: '' };
    const first = fromPopup(1, { link: draft({ address: page }) });
    local.stored.set(`job:${uuid(1)}`, { ...jobOf(1, unknown({ question, tries: 3 })), command: first });
    const { quickShorten, sent, notifications, jobs, intentHandlers } = await start();
    await jobs.resume();
    await jobs.completeEffects();
    quickShorten.shorten(act());
    await settled();
    const message = msg('unconfirmedNotice', 'example.com/1');
    expect([sent.length, jobs.jobs().length, notifications, badge()]).toEqual([0, 1, [message], '!']);
    // The popup shows the question itself.
    await intentHandlers.submit(fromPopup(2));
    await settled();
    expect([sent.length, notifications.length]).toEqual([0, 1]);
  });

  it('a joined press stays with its job across a restart of the worker', async () => {
    const { quickShorten, intentHandlers, begin, response } = await start();
    quickShorten.shorten(act());
    await settled();
    const command = fromPopup(1);
    local.stored.set(`intent:${command.id}`, command);
    void intentHandlers.submit(command);
    await settled();
    const next = begin();
    await next.begin();
    await settled();
    // The popup repeats its message, and its intent may have been restored from disk.
    local.stored.set(`intent:${command.id}`, command);
    void next.intentHandlers.submit(command);
    await settled();
    expect(next.jobs.jobs()).toHaveLength(1);
    expect(next.sent.filter(({ endpoint }) => endpoint.includes('url/add'))).toEqual([]);
    response.waits.open();
    await settled();
    expect(local.keys('intent:')).toEqual([]);
  });
});

describe('after a worker that ended with the link made and not stored by its URL', () => {
  it.each([5_000, 20_000])('a press %i ms later gets that link', async (later) => {
    const command = fromPopup(1, { from: 'menu', link: draft({ address: page }) });
    const job = { ...jobOf(1, done(1)), command };
    local.stored.set(`job:${uuid(1)}`, { ...job, state: { ...job.state, at: Date.now() } });
    await pass(later);
    const { quickShorten, sent, clipboard, begin } = await start();
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => clipboard.push(text) } });
    // The press has started the worker, and is handled before the rest of the start.
    quickShorten.shorten(act());
    await settled();
    await begin().begin();
    await settled();
    const { shortUrl } = job.state.name === 'done' ? job.state.result : { shortUrl: null };
    expect([sent, clipboard]).toEqual([[], [shortUrl]]);
  });
});

describe('copying the result for the latest press', () => {
  const copying = createAutoCopy({
    offscreen: new OffscreenDocument(),
    now: () => 60_000,
    preferences: async () => ({ autoCopy: true, holdSeconds: 0 }),
  });
  const copy = async (at: number, joined: Joined[]) => {
    const job = jobOf(1, done(1), { command: shortenCommand(1, { at, from: 'menu' }), joined });
    return (await copying.copyIfRecent(job, 'https://sho.rt/x')) === 'copied';
  };
  const press = (at: number, from: Joined['from']): Joined => ({ id: uuid(2), at, from });
  const popupIsOpen = () => contexts.push({ documentUrl: 'chrome-extension://curtail/popup.html' });

  beforeEach(() => vi.stubGlobal('navigator', { clipboard: { writeText: async () => undefined } }));

  it('happens within 10 s of it, however long ago the first one was', async () => {
    expect(await copy(1_000, [])).toBe(false);
    expect(await copy(1_000, [press(51_000, 'menu')])).toBe(true);
    expect(await copy(1_000, [press(49_000, 'menu')])).toBe(false);
  });

  it('is done by the popup if it was the latest and is open', async () => {
    popupIsOpen();
    expect(await copy(55_000, [])).toBe(true);
    expect(await copy(55_000, [press(56_000, 'popup')])).toBe(false);
    expect(await copy(55_000, [press(56_000, 'popup'), press(57_000, 'menu')])).toBe(true);
  });
});
