/**
 * The menu, the shortcut and the address bar: the existing link, a new one, or one clear message, without
 * questions.
 */
import * as z from 'zod/mini';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onOmnibox } from '../../../../entrypoints/background/triggers/omnibox.ts';
import { linkRestrictionsRecord } from '../../../../lib/api/link-details.ts';
import { createNotifier } from '../../../../entrypoints/background/notifications.ts';
import type { Trigger } from '../../../../entrypoints/background/triggers/trigger.ts';
import type { Preferences } from '../../../../lib/storage/preferences.ts';
import { hostileAddresses, hostileTitles } from '../../../fixtures/hostile.ts';
import { defaultLinkOptions } from '../../../../lib/draft/parse-options.ts';
import type { Failure } from '../../../../lib/api/failure.ts';
import { describeFailure } from '../../../../lib/i18n/describe-failure.ts';
import { jobResult } from '../../../../lib/outbox/job-result.ts';
import type { LinkDraft } from '../../../../lib/draft/draft.ts';
import type { CreateLinkCommand } from '../../../../lib/outbox/commands.ts';
import { draft, jobOf, linkList, listed, noon, refused, shortenCommand } from '../../../support/samples.ts';
import { speak } from '../../../support/speak.ts';
import { addressBar, browser, calls, fresh, inFront } from '../../../support/fake-browser.ts';
import type { Service } from '../../../support/fake-gateway.ts';
import { knowNewest, pass, createWorker, stopTime } from '../../../support/background-worker.ts';
import { msg, msgPattern, msgWithin } from '../../../support/texts.ts';
import { settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const { local } = browser.storage;
/** The background's clipboard; copying fails while it is null. */
const clipboard = { text: '' as string | null };
const page = 'https://example.com/1';
const act = (change: Partial<Trigger> = {}): Trigger => ({
  address: page,
  title: 'E',
  private: false,
  ...change,
});
const linkCommand = (n: number, change: Partial<LinkDraft>, from: CreateLinkCommand['from']) =>
  shortenCommand(n, { from, link: draft({ address: page, ...change }) });
const badge = () => calls.flatMap((call) => /^text \[\{"text":"(.*)"\}\]$/u.exec(call)?.[1] ?? []).at(-1);

afterEach(() => vi.useRealTimers());
beforeEach(() => {
  // Otherwise the badge's ✓ of one test would end in another one.
  stopTime(noon);
  fresh();
  knowNewest('4');
  speak();
  clipboard.text = '';
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: async (text: string) => {
        if (clipboard.text === null) throw new Error('no');
        clipboard.text = text;
      },
    },
  });
});

async function start(change: Partial<Preferences> = {}, service?: Service, isTooLateToCopy = false) {
  const worker = createWorker({ ...(service && { service }), isTooLateToCopy });
  await worker.items.preferences.update((current) => ({ ...current, ...change }));
  return {
    ...worker,
    async shorten(...acts: Trigger[]) {
      for (const one of acts) {
        worker.quickShorten.shorten(one);
        await settled();
        // The user cannot press twice within one millisecond.
        await pass(1);
      }
    },
    states: () => worker.jobs.jobs().map(({ state }) => state.name),
  };
}

it('a new link expires as the default for new links says, counted from when it is sent', async () => {
  const { shorten, jobs, sent } = await start({ expiry: '+1w' });
  await shorten(act());
  expect(jobs.jobs()[0]?.command).toMatchObject({
    link: { extras: { ...defaultLinkOptions, expiry: '+1w' } },
  });
  expect(sent[0]?.call.body).toMatchObject({ expiry: expect.stringMatching(/^2023-11-2[12] /u) });
});

describe('the default domain', () => {
  const domain = 'https://go.example.com';

  it('is the one of a new link, unless its preset has another', async () => {
    const { shorten, items, sent } = await start({ reuse: false, domain });
    await shorten(act());
    const own = { id: 'own', name: 'Own', sites: [], fields: { domain: 'https://own.example.com' } };
    await items.presets.write({ list: [own], defaultId: null });
    await shorten(act({ presetId: 'own' }));
    expect(sent.map(({ call }) => call.body?.['domain'])).toEqual([domain, 'https://own.example.com']);
  });

  it('is no reason for another link where one exists on another domain', async () => {
    const { shorten, items, sent } = await start({ reuse: true });
    await shorten(act());
    await items.preferences.update((current) => ({ ...current, domain }));
    await shorten(act());
    expect(sent).toHaveLength(1);
  });
});

describe('an existing link', () => {
  /** It may expire or have a password. */
  const unchecked = {
    id: '3',
    shortUrl: 'https://sho.rt/theirs',
    title: '',
    clicks: 0,
    at: 0,
    unchecked: true,
  };

  it('is copied immediately, and nothing is sent', async () => {
    const { shorten, sent, items, notifications, jobs, shownCopies } = await start();
    await shorten(act());
    await items.recentLinks.remove();
    notifications.length = 0;
    await shorten(act());
    expect([sent.length, clipboard.text, badge()]).toEqual([1, 'https://sho.rt/x', '✓']);
    expect(shownCopies).toEqual(['https://sho.rt/x', 'https://sho.rt/x']);
    expect(notifications).toEqual([msg('copiedAs', 'sho.rt/x')]);
    expect(await items.recentLinks.read()).toMatchObject([{ id: '5', address: page, title: 'E' }]);
    // The popup says "Copied" beside no link of a job any more.
    expect(jobs.copiedJob()).toBeNull();
  });

  it('is not reused where the user prefers a new one, or one that expires, or has chosen a preset', async () => {
    const always = await start({ reuse: false });
    await always.shorten(act(), act());
    expect(always.sent).toHaveLength(2);
    const expiring = await start({ reuse: true, expiry: '+1w' });
    await expiring.shorten(act());
    await pass(60_000);
    await expiring.shorten(act());
    expect(expiring.sent).toHaveLength(2);
    const { shorten, sent } = await start({ reuse: true });
    await shorten(act({ presetId: 'p' }));
    expect(sent).toHaveLength(1);
  });

  it('that expires is copied again where the same is pressed within a minute', async () => {
    const { shorten, sent } = await start({ reuse: true, expiry: '+1w' });
    await shorten(act());
    clipboard.text = 'other';
    await pass(20_000);
    await shorten(act());
    expect([sent.length, clipboard.text, badge()]).toEqual([1, 'https://sho.rt/x', '✓']);
  });

  it('leaves no failure of its page that could be tried again', async () => {
    const { shorten, sent, jobs } = await start();
    const failed = jobOf(1, refused({ at: noon - 1 }), { command: linkCommand(1, {}, 'menu') });
    local.stored.set(`job:${failed.command.id}`, failed);
    local.stored.set(`short:${page}`, { ...unchecked, unchecked: false });
    await jobs.loaded();
    await shorten(act());
    expect([sent.length, jobs.find(failed.command.id)?.acknowledged]).toEqual([0, true]);
  });

  it('does not replace the clipboard where copying is off', async () => {
    const { shorten, sent, notifications } = await start({ autoCopy: false });
    await shorten(act());
    clipboard.text = 'own';
    await shorten(act());
    expect([sent.length, clipboard.text, badge()]).toEqual([1, 'own', '✓']);
    expect(notifications.at(-1)).toBe(msg('notifyAlreadyShortened', 'sho.rt/x'));
  });

  it('is not reused where it is unknown whether the existing one expires or has a password', async () => {
    const { shorten, sent, notifications } = await start();
    local.stored.set(`short:${page}`, unchecked);
    await shorten(act());
    expect([sent.length, notifications.at(-1)]).toEqual([1, msg('copiedAs', 'sho.rt/x')]);
  });

  it('is the one just made here, even if an unverified one is stored by address', async () => {
    const { shorten, sent, notifications } = await start();
    const { set } = browser.storage.local;
    // The entry by address is written some steps after the link is made.
    vi.spyOn(local, 'set').mockImplementation((items) =>
      `short:${page}` in items ? new Promise(() => {}) : set.call(local, items),
    );
    local.stored.set(`short:${page}`, unchecked);
    await shorten(act(), act());
    expect([sent.length, notifications]).toEqual([
      1,
      [msg('copiedAs', 'sho.rt/x'), msg('copiedAs', 'sho.rt/x')],
    ]);
    vi.restoreAllMocks();
  });

  it.each(['popup', 'places'] as const)('made with UTM parameters in %s is not reused', async (from) => {
    const { shorten, sent, jobs } = await start();
    const parameters = [{ name: 'utm_source', value: 'poster' }];
    await jobs.submit(linkCommand(1, { extras: { ...defaultLinkOptions, parameters } }, from));
    await shorten(act());
    expect(sent).toHaveLength(2);
    expect(sent.map(({ call }) => call.body)).toMatchObject([{ parameters }, {}]);
  });

  it('that was chosen for a lost response, and may be limited, is not reused', async () => {
    const { shorten, sent, jobs } = await start();
    const chosen = jobResult({ id: '4', shortUrl: 'https://sho.rt/chosen', lookedUp: true, chosen: true });
    const job = jobOf(
      1,
      { name: 'done', at: noon - 5_000, result: chosen },
      { command: linkCommand(1, {}, 'popup') },
    );
    local.stored.set(`job:${job.command.id}`, job);
    local.stored.set(`short:${page}`, unchecked);
    await jobs.loaded();
    await shorten(act());
    expect(sent).toHaveLength(1);
  });

  it.each(['menu', 'popup'] as const)(
    'made in %s is not reused once the service has it no more',
    async (from) => {
      const { shorten, sent, jobs, items } = await start();
      await jobs.submit(linkCommand(1, {}, from));
      await pass(20_000);
      await shorten(act());
      expect(sent).toHaveLength(1);
      expect(await items.recentLinks.read()).toHaveLength(1);
      await jobs.onGone([{ id: '5', shortUrl: 'https://sho.rt/x' }], 'here');
      expect(await items.recentLinks.read()).toEqual([]);
      await shorten(act());
      expect(sent).toHaveLength(2);
    },
  );

  it('made in the popup and not seen there yet is not reused once it is known to expire', async () => {
    const { shorten, sent, jobs, linksByUrl } = await start();
    await jobs.submit(linkCommand(1, {}, 'popup'));
    await pass(20_000);
    const limited = { id: 5, shorturl: 'https://sho.rt/x', longurl: page, expiry: '2031-01-01' };
    await linksByUrl.onDetails(z.parse(linkRestrictionsRecord, limited), 'here');
    await shorten(act());
    expect(sent).toHaveLength(2);
  });

  it('that could not be copied is not reported as a success, until a page was opened or another one is copied', async () => {
    const { shorten, badge: shown } = await start();
    await shorten(act());
    clipboard.text = null;
    await shorten(act());
    await pass(60_000);
    expect(badge()).toBe('!');
    shown.failuresShown();
    expect(badge()).toBe('');
    await shorten(act());
    await pass(60_000);
    // The next worker instance.
    const next = await start();
    next.badge.show([], false);
    await settled();
    expect(badge()).toBe('!');
    clipboard.text = 'from before';
    await next.shorten(act());
    await pass(60_000);
    expect(badge()).toBe('');
  });

  it('of an incognito window is reused there, and neither listed nor reported', async () => {
    const { shorten, sent, notifications } = await start();
    await shorten(act({ private: true }), act({ private: true }));
    expect([sent.length, clipboard.text, notifications]).toEqual([1, 'https://sho.rt/x', []]);
    expect(JSON.stringify([...local.stored])).not.toContain('example.com');
    await shorten(act());
    expect(sent).toHaveLength(2);
  });
});

describe('an address that is no web address', () => {
  it.each(['', 'two words', 'chrome://settings', 'mailto:a@b.c', 'javascript:alert(1)'])(
    '"%s" is rejected immediately, and nothing is sent, not even later',
    async (address) => {
      const { shorten, sent, jobs, notifications } = await start({ holdSeconds: 5 });
      await shorten(act({ address }));
      expect(jobs.jobs()).toMatchObject([
        { state: { name: 'refused', failure: { kind: 'not-an-address' } }, acknowledged: false },
      ]);
      expect(notifications).toEqual([
        address === '' ? msg('pageHidden') : msg('couldNotShortenBecause', address, msg('failureInvalidUrl')),
      ]);
      await jobs.retry(jobs.jobs()[0]?.command.id ?? '');
      expect(sent).toEqual([]);
    },
  );

  it('is truncated when stored', async () => {
    const { shorten, jobs } = await start();
    await shorten(act({ address: 'word '.repeat(100_000) }));
    expect(JSON.stringify(jobs.jobs()).length).toBeLessThan(1_000);
  });

  it('in a selection is normalized, and its link is made with the defaults', async () => {
    const { shorten, sent } = await start({ campaign: { id: '3', name: 'Spring' } });
    await shorten(act({ address: ' e.com ' }));
    expect(sent.map(({ call }) => call.body)).toEqual([{ url: 'https://e.com/', campaign: 3 }]);
  });
});

describe('presets', () => {
  const preset = (id: string, sites: string[], channel: string) => ({
    id,
    name: id,
    sites,
    fields: { channel: { id: channel, name: 'C' }, alias: id === 'named' ? '{host}-x' : '' },
  });

  it('apply in this order: the chosen one, the site’s, the default', async () => {
    const { shorten, items, jobs } = await start({ reuse: false });
    await items.presets.write({
      list: [preset('site', ['e.com'], '1'), preset('default', [], '2'), preset('named', [], '3')],
      defaultId: 'default',
    });
    for (const change of [
      { address: 'https://e.com/' },
      { address: 'https://other.com/' },
      { address: 'https://e.com/', presetId: 'named' },
      { address: 'https://e.com/', presetId: 'gone' },
    ])
      await shorten(act(change));
    const links = jobs.jobs().map(({ command }) => (command.kind === 'shorten' ? command.link : null));
    expect(links.map((link) => [link?.channel?.id, link?.alias])).toEqual([
      ['1', ''],
      ['2', ''],
      ['3', 'e-com-x'],
      [undefined, ''],
    ]);
  });
});

describe('input that the popup would reject', () => {
  it.each([
    ['an expiration in the past', { extras: { expiry: '2020-01-01T00:00' } }, 'expired'],
    ['a duration of zero', { extras: { expiry: '+0h' } }, 'expired'],
    ['an alias with invalid characters', { alias: 'spring sale' }, 'alias'],
    ['an unknown type', { extras: { type: 'overlay' } }, 'type'],
    ['a target without a URL', { extras: { countries: [{ when: 'France', link: '' }] } }, 'targets'],
    ['a parameter without a value', { extras: { parameters: [{ name: 'a', value: '' }] } }, 'parameters'],
  ])('is not sent by the shortcut: %s', async (_, fields, field) => {
    const { shorten, items, jobs, sent, notifications } = await start();
    await items.presets.write({ list: [{ id: 'p', name: 'P', sites: [], fields }], defaultId: 'p' });
    await shorten(act());
    addressBar.enter('https://example.com/typed');
    await settled();
    expect(sent).toEqual([]);
    expect(jobs.jobs()[0]?.state).toMatchObject({
      name: 'refused',
      failure: { kind: 'invalid-link', field },
    });
    expect(badge()).toBe('!');
    expect(notifications[0]).toMatch(
      msgPattern('couldNotShortenBecause', 'example.com/1', msgWithin('failureInvalidLink')),
    );
  });

  it('is not sent for a page, a placement or a row of a bulk either, however late it is detected', async () => {
    const { jobs, sent } = await start();
    for (const [n, from] of (['popup', 'places', 'bulk'] as const).entries())
      await jobs.submit(
        linkCommand(
          n,
          { extras: { ...defaultLinkOptions, expiry: '2020-01-01T00:00', password: 'secret' } },
          from,
        ),
      );
    await settled();
    expect([sent, jobs.jobs().map(({ state }) => state.name)]).toEqual([
      [],
      ['refused', 'refused', 'refused'],
    ]);
  });
});

it('a preset’s expiry is relative to the service’s clock, once known, at the time of sending', async () => {
  const { shorten, items, jobs, sent } = await start({ reuse: false });
  const brief = { id: 'brief', name: 'Brief', sites: [], fields: { extras: { expiry: '+1h' } } };
  await items.presets.write({ list: [brief], defaultId: 'brief' });
  await items.pickerLists.update((lists) => ({ ...lists, zone: 345 }));
  const before = Date.now();
  await shorten(act());
  expect(jobs.jobs()[0]?.command).toMatchObject({ link: { extras: { expiry: '+1h' } } });
  const expiry = String(sent[0]?.call.body?.['expiry']).replace(' ', 'T');
  const ahead = Date.parse(`${expiry}Z`) - before - 345 * 60_000;
  expect(ahead).toBeGreaterThan(59 * 60_000 - 1);
  expect(ahead).toBeLessThan(61 * 60_000);
});

describe('the page’s selection', () => {
  const noted = (id: string, note: string) => ({ id, name: id, sites: [], fields: { extras: { note } } });
  const list = [noted('quote', '{selection} ({host})'), noted('plain', 'a note')];
  const scripting = { executeScript: vi.fn<(asked: unknown) => Promise<unknown>>() };

  async function noteOf(change: Partial<Trigger>): Promise<string | undefined> {
    const { shorten, items, jobs } = await start({ reuse: false });
    await items.presets.write({ list, defaultId: 'quote' });
    await shorten(act(change));
    const command = jobs.jobs().at(-1)?.command;
    return command?.kind === 'shorten' ? command.link.extras?.note : undefined;
  }

  beforeEach(() => {
    scripting.executeScript.mockReset().mockResolvedValue([{ result: 'some <b>words' }]);
    Reflect.set(browser, 'scripting', scripting);
    inFront.push({ id: 3, url: page });
  });
  afterEach(() => Reflect.deleteProperty(browser, 'scripting'));

  it('fills a preset, from the menu’s event or the active tab', async () => {
    expect(await noteOf({ selection: 'from the menu' })).toBe('from the menu (example.com)');
    expect(await noteOf({ selection: '' })).toBe(' (example.com)');
    expect(scripting.executeScript).not.toHaveBeenCalled();
    expect(await noteOf({})).toBe('some <b>words (example.com)');
    expect(scripting.executeScript.mock.calls).toMatchObject([[{ target: { tabId: 3 }, args: [500] }]]);
  });

  it('is not read where the preset does not use it', async () => {
    expect(await noteOf({ presetId: 'plain' })).toBe('a note');
    expect(scripting.executeScript).not.toHaveBeenCalled();
  });

  it('is empty where the page can’t be read, has navigated or returns no text', async () => {
    Reflect.deleteProperty(browser, 'scripting');
    expect(await noteOf({})).toBe(' (example.com)');
    Reflect.set(browser, 'scripting', scripting);
    scripting.executeScript.mockRejectedValueOnce(new Error('not allowed'));
    expect(await noteOf({})).toBe(' (example.com)');
    scripting.executeScript.mockResolvedValueOnce([{ result: { a: 1 } }]);
    expect(await noteOf({})).toBe(' (example.com)');
    inFront.splice(0, 1, { id: 3, url: 'https://example.com/elsewhere' });
    expect(await noteOf({})).toBe(' (example.com)');
  });
});

describe('notifications of a new link', () => {
  it('report that it was made and copied, or refused', async () => {
    const made = await start();
    await made.shorten(act());
    expect(made.notifications).toEqual([msg('copiedAs', 'sho.rt/x')]);
    await made.jobs.clear();
    const no = await start({ reuse: false }, () => ({
      failure: { kind: 'refused', status: 400, message: 'No.' },
    }));
    await no.shorten(act());
    await no.jobs.submit(shortenCommand(9));
    await settled();
    expect(no.notifications).toEqual([
      msg('couldNotShortenBecause', 'example.com/1', msg('failureRejectedBecause', 'No.')),
    ]);
  });

  it('report once for each press that sending is paused, and nothing of earlier ones', async () => {
    const failure: Failure = { kind: 'key', status: 401, message: null };
    const paused = await start({ reuse: false }, () => ({ failure }));
    await paused.shorten(act());
    const later = msg(
      'linkCreatedLaterBecause',
      'example.com/1',
      describeFailure(failure, Date.now()).sentence,
    );
    expect([paused.notifications, paused.states()]).toEqual([[later], ['queued']]);
    expect(paused.shownJobs).toHaveLength(1);
    await pass(10_000);
    // The block is stored, and its reason found again.
    paused.jobs.retryNow();
    paused.jobs.unblock();
    await pass(1_000);
    expect(paused.notifications).toEqual([later]);
    await paused.shorten(act({ address: 'https://example.com/2' }));
    expect(paused.notifications).toHaveLength(2);
  });

  it('report a link whose request had no response, and leave one that was created too late for the popup', async () => {
    let isReachable = false;
    const failure: Failure = { kind: 'unreachable', status: null, message: null };
    const created = { error: 0, id: 5, shorturl: 'https://sho.rt/x' };
    const late = await start(
      { reuse: false },
      ({ path }) => {
        if (!isReachable) return { failure };
        return path === '/api/url/add' ? { body: created } : linkList([listed(4)]);
      },
      true,
    );
    await late.shorten(act());
    const { sentence } = describeFailure(failure, Date.now());
    expect(late.notifications).toEqual([msg('linkCreatedLaterBecause', 'example.com/1', sentence)]);
    expect(late.shownJobs).toHaveLength(1);
    isReachable = true;
    await pass(600_000);
    expect(late.notifications.slice(1)).toEqual([msg('notifyCreated', 'sho.rt/x')]);
    expect(late.jobs.jobs()).toMatchObject([{ state: { name: 'done' }, acknowledged: false }]);
    const soon = await start({ reuse: false });
    await soon.shorten(act());
    expect(soon.jobs.jobs().at(-1)).toMatchObject({ state: { name: 'done' }, acknowledged: true });
  });

  it('are shown only if enabled, and do not throw without the permission', async () => {
    createNotifier(async () => false)('x');
    await settled();
    expect(calls).toEqual([]);
    createNotifier(async () => true)('Copied: sho.rt/x');
    await settled();
    expect(calls).toEqual([
      'notification [{"type":"basic","iconUrl":"chrome-extension://curtail/icon/128.png","title":"Curtail","message":"Copied: sho.rt/x"}]',
    ]);
    const { notifications } = browser;
    Reflect.set(browser, 'notifications', undefined);
    createNotifier(async () => true)('x');
    await settled();
    Reflect.set(browser, 'notifications', notifications);
  });
});

describe('the address bar', () => {
  const searches: string[] = [];
  const search = async (text: string) => void searches.push(text);
  beforeEach(() => void (searches.length = 0));

  async function open(titles: readonly string[] = []) {
    const worker = await start();
    onOmnibox({
      ...worker.quickShorten,
      search,
      report: (error) => worker.reports.push(error),
      links: async () => worker.linksByUrl.all(await worker.items.recentLinks.read()),
    });
    let id = 10;
    for (const title of titles) {
      const shortUrl = `https://sho.rt/${++id}`;
      local.stored.set(`short:https://example.com/${id}`, {
        id: String(id),
        shortUrl,
        title,
        clicks: null,
        at: id,
      });
    }
    return worker;
  }

  it('suggests at most six links that contain all words, newest first', async () => {
    await open(['Spring sale', 'Winter sale', ...Array<string>(8).fill('Autumn')]);
    expect(await addressBar.type('SALE  ')).toEqual([
      { content: 'https://sho.rt/12', description: 'sho.rt/12 · Winter sale' },
      { content: 'https://sho.rt/11', description: 'sho.rt/11 · Spring sale' },
    ]);
    expect(await addressBar.type('sale spring')).toHaveLength(1);
    expect(await addressBar.type('sale summer')).toEqual([]);
    expect(await addressBar.type('example.com')).toHaveLength(6);
  });

  it('does not repeat the short URL in Firefox, which shows it beside the description', async () => {
    await open(['Spring sale', '']);
    vi.stubEnv('FIREFOX', 'true');
    expect(await addressBar.type('sho.rt')).toEqual([
      { content: 'https://sho.rt/12', description: 'example.com/12' },
      { content: 'https://sho.rt/11', description: 'Spring sale' },
    ]);
    vi.unstubAllEnvs();
  });

  it('says what Enter does: it searches all links where none of these matches', async () => {
    await open(['Spring sale']);
    const hint = async (text: string) => {
      await addressBar.type(text);
      return calls.findLast((call) => call.startsWith('hint '));
    };
    const [usual, none] = [msg('addressBarHint'), msg('addressBarNoMatch', msg('manageLinks'))];
    expect(await hint('nothing like it')).toBe(`hint ${JSON.stringify([{ description: none }])}`);
    for (const text of ['sale', '', 'example.org/new'])
      expect(await hint(text)).toBe(`hint ${JSON.stringify([{ description: usual }])}`);
  });

  it('finds links that are only in the recent list', async () => {
    const { items } = await open();
    await items.recentLinks.write([
      { id: null, shortUrl: 'https://sho.rt/r', address: page, title: 'Secret plan', at: 1 },
    ]);
    expect(await addressBar.type('plan')).toEqual([
      { content: 'https://sho.rt/r', description: 'sho.rt/r · Secret plan' },
    ]);
  });

  it.each([
    ['<b>&"\'', '&#60;b&#62;&#38;&#34;&#39;'],
    ['a\u0000\u202eb\ud800\uffffc', 'a  b  c'],
  ])('escapes %j', async (title, text) => {
    await open([title]);
    expect((await addressBar.type('sho.rt'))[0]?.description).toBe(`sho.rt/11 · ${text}`);
    vi.stubEnv('FIREFOX', 'true');
    expect((await addressBar.type('sho.rt'))[0]?.description).not.toContain('&#');
    vi.unstubAllEnvs();
  });

  it('escapes 500 hostile texts, and accepts any input', async () => {
    const { linksByUrl } = await open();
    const key = (n: number) => `short:https://example.com/hostile/${n}`;
    const texts = [...hostileTitles, ...hostileAddresses];
    for (const [n, title] of texts.entries())
      local.stored.set(key(n), {
        id: null,
        shortUrl: `https://sho.rt/h${n}`,
        title: title.slice(0, 200),
        clicks: null,
        at: n,
      });
    expect(await linksByUrl.all([])).toHaveLength(texts.length);
    for (const text of texts) {
      const found = await addressBar.type(text.slice(0, 2_000));
      for (const { description } of found) {
        expect(description.replaceAll(/&#\d+;/gu, '')).not.toMatch(/[<>&"'\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
      }
    }
  });

  it('Enter copies the chosen or best match; nothing is sent', async () => {
    const { sent } = await open(['Spring sale', 'Winter sale']);
    for (const [text, short] of [
      ['https://sho.rt/11', 'https://sho.rt/11'],
      ['sho.rt/11', 'https://sho.rt/11'],
      [' sale ', 'https://sho.rt/12'],
    ] as const) {
      addressBar.enter(text);
      await settled();
      expect(clipboard.text).toBe(short);
    }
    expect(sent).toEqual([]);
  });

  it('Enter on words never copies a link that may be limited, unless its suggestion was chosen', async () => {
    const worker = await start();
    inFront.push({ id: 3, url: page, incognito: false });
    const linkOf = (n: number, title: string) => ({
      id: String(n),
      shortUrl: `https://sho.rt/${n}`,
      title,
      clicks: null,
      at: n,
      address: `https://example.com/${n}`,
    });
    onOmnibox({
      ...worker.quickShorten,
      search,
      report: (error) => worker.reports.push(error),
      links: async () => [{ ...linkOf(12, 'Winter sale'), unchecked: true }, linkOf(11, 'Spring sale')],
    });
    addressBar.enter('sale');
    await settled();
    expect(clipboard.text).toBe('https://sho.rt/11');
    clipboard.text = 'from before';
    addressBar.enter('winter sale');
    // The ✓ of the first one ends.
    await pass(5_000);
    expect([clipboard.text, badge(), searches]).toEqual(['from before', '', ['winter sale']]);
    const matched = await addressBar.type('winter');
    const hint = `hint ${JSON.stringify([{ description: msg('addressBarSearch', msg('manageLinks')) }])}`;
    expect(calls.findLast((call) => call.startsWith('hint '))).toBe(hint);
    for (const { content } of matched) addressBar.enter(content);
    await settled();
    expect([clipboard.text, worker.sent]).toEqual(['https://sho.rt/12', []]);
  });

  it('Enter on an address makes its link; on words without a match, it searches all links', async () => {
    const { sent, states } = await open(['Spring sale']);
    inFront.push({ id: 3, url: page, incognito: false });
    addressBar.enter('example.org/new');
    await settled();
    addressBar.enter('nothing like it');
    await settled();
    expect(sent.map(({ call }) => call.body)).toEqual([{ url: 'https://example.org/new' }]);
    expect([states(), searches]).toEqual([['done'], ['nothing like it']]);
    // No URL of a tab holds what was typed there.
    inFront.splice(0, 1, { incognito: true });
    addressBar.enter('a secret');
    await settled();
    expect(searches).toEqual(['nothing like it', '']);
  });

  it('leaves nothing on disk in an incognito window', async () => {
    await open();
    inFront.push({ incognito: true });
    addressBar.enter('https://private.example/');
    await settled();
    expect(JSON.stringify([...local.stored])).not.toContain('private.example');
  });
});

it.each([false, true])(
  'what can’t be stored is reported, in a private window by the badge alone (%s)',
  async (isPrivate) => {
    const { shorten, jobs, notifications, sent } = await start();
    local.fails = () => true;
    browser.storage.session.fails = () => true;
    await shorten(act({ private: isPrivate }));
    await settled();
    expect([jobs.jobs(), sent]).toEqual([[], []]);
    expect(badge()).toBe('!');
    expect(notifications).toEqual(
      isPrivate ? [] : [msg('couldNotShortenBecause', 'example.com/1', msg('failureNotStored'))],
    );
  },
);
