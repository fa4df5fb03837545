/** Connecting: the attempts, what is stored of them, and that each key has one request queue. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createWriteBatcher } from '../../../../entrypoints/background/storage/write-batcher.ts';
import { limiterStateKey } from '../../../../entrypoints/background/api/gateway.ts';
import { createHostPermission } from '../../../../entrypoints/background/api/host-permission.ts';
import { createAccountConnection } from '../../../../entrypoints/background/api/connection.ts';
import { createForgetAccount } from '../../../../entrypoints/background/api/forget-account.ts';
import { openItems } from '../../../../entrypoints/background/storage/stored-items.ts';
import { getAccount } from '../../../../lib/api/account.ts';
import { linkCommand, uuid } from '../../../support/samples.ts';
import { browser, calls, fresh, StorageArea } from '../../../support/fake-browser.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));

const { local } = browser.storage;
const clock = { now: 100 };

beforeEach(() => {
  fresh();
  clock.now = 100;
  vi.stubGlobal('fetch', async () => account());
  return () => void vi.unstubAllGlobals();
});

function start(forget: (stays: () => Promise<readonly string[]>) => Promise<void> = async () => {}) {
  const opened: unknown[] = [];
  let connected = 0;
  const items = openItems(() => {}, local);
  const connection = createAccountConnection(items, {
    disk: createWriteBatcher(local),
    permission: createHostPermission(),
    onDamaged: () => {},
    forget,
    onGateway: (gateway) => void opened.push(gateway),
    onConnected: () => void connected++,
    now: () => clock.now,
  });
  const connect = async (n: number, key: string, address?: string) => {
    storeIntent(n, key, address);
    await connection.connect(uuid(n));
    return connection.gateway();
  };
  return { connection, items, connect, opened, connected: () => connected };
}

/** The deletion of an account's data, which the test ends. */
function heldForget() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let times = 0;
  return {
    forget() {
      times++;
      return released;
    },
    begun: () => vi.waitUntil(() => times === 1),
    times: () => times,
    release,
  };
}

/** Stores the intent before anything else, as the settings page does. */
function storeIntent(n: number, key: string, address = 'https://sho.rt', replacesAccount = true): void {
  const intent = { id: uuid(n), at: n, kind: 'connect', address, key, replacesAccount };
  local.stored.set(`intent:${intent.id}`, intent);
}

const account = () => Response.json({ error: 0, data: { id: 1, email: 'a@example.com' } });
const refusal = () => Response.json({ error: 1, message: 'no such key' }, { status: 403 });

it('reconnecting with the same key reuses its request queue; another key has its own', async () => {
  const { connect, opened } = start();
  const first = await connect(1, 'one-key');
  expect(first).not.toBeNull();
  expect(await connect(2, 'one-key')).toBe(first);
  const other = await connect(3, 'other-key');
  expect(other).not.toBe(first);
  expect(opened).toEqual([first, other]);
});

it('after a new key for the same account nothing is sent with the old one: jobs send it with the new one', async () => {
  const keys: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(JSON.stringify(headers));
    return account();
  });
  const { connect } = start();
  const first = await connect(1, 'one-key');
  const other = await connect(2, 'other-key');
  const sent = keys.length;
  expect(await first?.request(getAccount(), { priority: 'user' })).toMatchObject({
    ok: false,
    failure: { kind: 'account-changed' },
  });
  expect(keys).toHaveLength(sent);
  expect(await other?.request(getAccount(), { priority: 'user' })).toMatchObject({ ok: true });
});

it('after a new key for the same account what waits for the old one’s limit ends, to be sent with the new one', async () => {
  let isLimited = false;
  vi.stubGlobal('fetch', async () =>
    isLimited ? Response.json({ error: 429 }, { status: 429, headers: { 'Retry-After': '280' } }) : account(),
  );
  const { connect } = start();
  const first = await connect(1, 'one-key');
  isLimited = true;
  const waiting = first?.request(getAccount(), { priority: 'user' });
  await vi.waitFor(() => expect(first?.queue.nextSlotIn()).toBeGreaterThan(200_000));
  isLimited = false;
  await connect(2, 'other-key');
  expect(await waiting).toMatchObject({ ok: false, failure: { kind: 'account-changed' } });
});

it('a key that is tried leaves the stored state of the connected one’s limit until it is the connection', async () => {
  const { connect } = start();
  const stored = () => local.stored.get(limiterStateKey);
  await connect(1, 'one-key');
  // The state after its response is written later.
  await vi.waitFor(() => expect(stored()).toMatchObject({ flying: 0 }));
  const before = stored();
  vi.stubGlobal('fetch', async () => refusal());
  await connect(2, 'wrong-key');
  expect(stored()).toEqual(before);
  vi.stubGlobal('fetch', async () => account());
  const gateway = await connect(3, 'other-key');
  await gateway?.request(getAccount(), { priority: 'user' });
  expect(stored()).not.toEqual(before);
  // With both requests.
  expect(gateway?.queue.usage().usedHere).toBe(2);
});

describe('the result of an attempt is reported, at every point where the worker is terminated', () => {
  it.each([
    ['connected', account],
    ['failed', refusal],
  ])('%s', async (end, response) => {
    vi.stubGlobal('fetch', async () => response());
    for (let killedAt = 1; ; killedAt++) {
      fresh();
      storeIntent(1, 'a-key');
      // From this write on, nothing of this instance completes or reaches the disk.
      let writes = 0;
      const held = <T>(work: () => Promise<T>) =>
        ++writes >= killedAt ? new Promise<never>(() => undefined) : work();
      const set = vi.spyOn(local, 'set');
      const remove = vi.spyOn(local, 'remove');
      const { set: write, remove: drop } = StorageArea.prototype;
      set.mockImplementation((items) => held(() => write.call(local, items)));
      remove.mockImplementation((keys) => held(() => drop.call(local, keys)));
      const worker = start();
      const done = worker.connection.connect(uuid(1)).then(() => true);
      const ended = await Promise.race([
        done,
        new Promise<false>((resolve) => setTimeout(resolve, 20, false)),
      ]);
      set.mockRestore();
      remove.mockRestore();
      // The next instance recovers the intent, as the page's repeated message does.
      const next = start();
      await next.connection.connect(uuid(1));
      expect((await next.items.accountView.read()).attempt).toMatchObject({ id: uuid(1), state: end });
      expect(local.keys('intent:')).toEqual([]);
      if (ended) {
        expect(killedAt).toBeGreaterThan(3);
        break;
      }
    }
  });
});

it('an avatar that a previous worker instance did not fetch is fetched once by the next one', async () => {
  const picture = 'https://sho.rt/picture/1.png';
  const fetched: string[] = [];
  let hangs = true;
  vi.stubGlobal('fetch', async (address: string) => {
    if (address !== picture) return Response.json({ error: 0, data: { id: 1, avatar: picture } });
    fetched.push(address);
    if (hangs) return new Promise(() => undefined);
    return new Response(new Uint8Array([137, 80]), { headers: { 'content-type': 'image/png' } });
  });
  const first = start();
  const before = await Promise.race([first.connect(1, 'a-key'), vi.waitUntil(() => fetched.length === 1)]);
  expect(before).toBe(true);
  const [second, third] = [start(), start()];
  expect((await second.items.accountView.read()).account?.avatar).toBeNull();
  hangs = false;
  await second.connection.updateAvatar();
  expect((await second.items.accountView.read()).account?.avatar).toMatch(/^data:image\/png/);
  await third.connection.updateAvatar();
  expect(fetched).toHaveLength(2);
});

describe('the key of another account', () => {
  const respond = async (_: string, { headers }: { headers: Record<string, string> }) =>
    Response.json({
      error: 0,
      data: { id: JSON.stringify(headers).includes('other-key') ? 2 : 1, email: 'grace@example.com' },
    });

  it('replaces nothing until the user has agreed: the page asks', async () => {
    vi.stubGlobal('fetch', respond);
    const forget = vi.fn<() => Promise<void>>(async () => {});
    const { connection, connect, items } = start(forget);
    await connect(1, 'a-key');
    storeIntent(2, 'other-key', 'https://sho.rt', false);
    expect(await connection.connect(uuid(2))).toBe('tried');
    expect(await items.accountView.read()).toMatchObject({
      account: { email: 'grace@example.com' },
      attempt: { id: uuid(2), state: 'other-account', account: 'grace@example.com' },
    });
    expect([await connection.scope(), forget.mock.calls.length]).toEqual(['https://sho.rt#1', 0]);
    expect([local.keys('intent:'), dropped()]).toEqual([[], []]);
    expect(disk()).not.toContain('other-key');
    expect(await connection.connect(uuid(2))).toBe('tried');

    storeIntent(3, 'other-key', 'https://sho.rt', true);
    await connection.connect(uuid(3));
    expect([await connection.scope(), forget.mock.calls.length]).toEqual(['https://sho.rt#2', 1]);
  });

  it('of the same account needs no question', async () => {
    vi.stubGlobal('fetch', respond);
    const { connection, connect } = start();
    await connect(1, 'a-key');
    storeIntent(2, 'a-newer-key', 'https://sho.rt', false);
    await connection.connect(uuid(2));
    expect(disk()).toContain('a-newer-key');
  });
});

it('disconnecting removes a pending connect intent and its key', async () => {
  const { connection, connect } = start();
  await connect(1, 'a-key');
  storeIntent(2, 'another-key');
  await connection.disconnect();
  expect(local.keys('intent:')).toEqual([]);
  expect(JSON.stringify([...local.stored])).not.toContain('another-key');
});

/** Responses of the service that the test releases, one per request, in the order of the requests. */
function heldResponses() {
  const held: { readonly key: string; readonly answer: (reply: Response) => void }[] = [];
  vi.stubGlobal(
    'fetch',
    (_address: string, { headers }: { readonly headers: Record<string, string> }) =>
      new Promise<Response>((answer) =>
        held.push({ key: JSON.stringify(new Headers(headers).get('authorization')), answer }),
      ),
  );
  const sent = (key: string) =>
    vi.waitUntil(() => held.find((request) => request.key.includes(key)), { timeout: 2_000 });
  return { sent };
}

const disk = () => JSON.stringify([...local.stored]);
const dropped = () => calls.filter((call) => call.startsWith('drop access'));

describe('Disconnect during Connect', () => {
  it('ends the attempt: a late response restores nothing', async () => {
    const { sent } = heldResponses();
    const { connection, items } = start();
    storeIntent(1, 'late-key');
    const connecting = connection.connect(uuid(1));
    const request = await sent('late-key');
    await connection.disconnect();
    request.answer(account());
    const end = await connecting;
    expect(disk()).not.toContain('late-key');
    expect(await connection.gateway()).toBeNull();
    expect((await items.accountView.read()).account).toBeNull();
    expect(end).toBe('ended');
    expect(local.keys()).not.toContain('connection');
    // Nor what the request queue stores for a late response.
    expect(local.keys()).not.toContain('lane-memory');
    // The page repeats its message without a response: no attempt is left.
    expect(await connection.connect(uuid(1))).toBe('ended');
    expect(await connection.gateway()).toBeNull();
  });

  it('ends a press that came before it, and that a page repeats during it', async () => {
    const { connection, connect } = start();
    await connect(1, 'a-key');
    storeIntent(2, 'older-key');
    storeIntent(200, 'newer-key');
    const marking = hold('set', 'disconnecting');
    const disconnecting = connection.disconnect();
    await marking.reached();
    const [older, newer] = [connection.connect(uuid(2)), connection.connect(uuid(200))];
    await new Promise((resolve) => setTimeout(resolve, 20));
    marking.release();
    await disconnecting;
    expect([await older, await newer]).toEqual(['ended', 'tried']);
    expect(disk()).not.toMatch(/older-key|a-key/);
    expect(disk()).toContain('newer-key');
  });

  it('ends a press that waits for an earlier one', async () => {
    const { connection, connect } = start();
    await connect(1, 'a-key');
    storeIntent(200, 'waiting-key');
    const marking = hold('set', 'disconnecting');
    const first = connection.disconnect();
    await marking.reached();
    const waiting = connection.connect(uuid(200));
    clock.now = 300;
    const second = connection.disconnect();
    marking.release();
    await Promise.all([first, second]);
    expect(await waiting).toBe('ended');
    expect(disk()).not.toMatch(/waiting-key|a-key/);
  });

  it('ends the attempt also where another key is connected', async () => {
    const { connection, connect } = start();
    await connect(1, 'a-key');
    const { sent } = heldResponses();
    storeIntent(2, 'late-key');
    const connecting = connection.connect(uuid(2));
    const request = await sent('late-key');
    await connection.disconnect();
    request.answer(account());
    expect(await connecting).toBe('ended');
    expect(local.keys()).toEqual([]);
  });

  it('ends the attempt also while the previous account’s data is being deleted', async () => {
    const forgetting = heldForget();
    const { connection, connect, items } = start(forgetting.forget);
    await connect(1, 'a-key');
    vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { id: 2 } }));
    storeIntent(2, 'late-key');
    const connecting = connection.connect(uuid(2));
    await vi.waitUntil(async () => (await items.accountView.read()).attempt?.state === 'checking');
    const disconnecting = connection.disconnect();
    forgetting.release();
    await Promise.all([connecting, disconnecting]);
    expect(await connection.gateway()).toBeNull();
    expect((await items.accountView.read()).account).toBeNull();
    expect(disk()).not.toMatch(/late-key|a-key/);
  });
});

describe('Disconnect at the end of Connect', () => {
  it('forgets the key while the data of the account before is still being deleted for another one', async () => {
    const forgetting = heldForget();
    const { connection, connect, connected } = start(forgetting.forget);
    await connect(1, 'a-key');
    vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { id: 2 } }));
    storeIntent(2, 'other-key');
    const connecting = connection.connect(uuid(2));
    await forgetting.begun();
    const disconnecting = connection.disconnect();
    await vi.waitUntil(() => local.keys().includes('disconnecting') && !/a-key|other-key/.test(disk()));
    forgetting.release();
    await disconnecting;
    expect([await connecting, connected()]).toEqual(['ended', 1]);
    expect(local.keys()).toEqual([]);
    expect(JSON.stringify(local.writes)).not.toContain('other-key');
  });

  it('ends it also while its result is being stored: nothing resumes', async () => {
    const { sent } = heldResponses();
    const { connection, connected } = start();
    storeIntent(1, 'late-key');
    const connecting = connection.connect(uuid(1));
    const request = await sent('late-key');
    const writing = hold('set', 'account-view');
    request.answer(account());
    await writing.reached();
    const disconnecting = connection.disconnect();
    writing.release();
    await disconnecting;
    expect([await connecting, connected()]).toEqual(['ended', 0]);
    expect(local.keys()).toEqual([]);
  });
});

describe('an attempt', () => {
  it('is made once, however many ask for it', async () => {
    const asked = vi.fn<() => Promise<Response>>(async () => account());
    vi.stubGlobal('fetch', asked);
    const { connection } = start();
    storeIntent(1, 'a-key');
    expect(await Promise.all([connection.connect(uuid(1)), connection.connect(uuid(1))])).toEqual([
      'tried',
      'tried',
    ]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('that storage has failed is made again by the next message', async () => {
    const { connection } = start();
    storeIntent(1, 'a-key');
    vi.spyOn(local, 'get').mockRejectedValueOnce(new Error('disk'));
    await expect(connection.connect(uuid(1))).rejects.toThrow();
    expect(await connection.connect(uuid(1))).toBe('tried');
    expect(disk()).toContain('a-key');
  });

  it('whose failure a previous worker instance has stored is not made again: what it reported stays', async () => {
    const asked = vi.fn<() => Promise<Response>>(async () => account());
    vi.stubGlobal('fetch', asked);
    const { connection, items } = start();
    storeIntent(1, 'a-key');
    const stored = {
      id: uuid(1),
      state: 'failed',
      failure: { kind: 'key', status: 403, message: null },
    } as const;
    await items.accountView.update((view) => ({ ...view, attempt: stored }));
    expect(await connection.connect(uuid(1))).toBe('tried');
    expect((await items.accountView.read()).attempt).toEqual(stored);
    expect([asked.mock.calls, local.keys('intent:'), dropped().length]).toEqual([[], [], 1]);
  });

  it('that runs is ended by “Disconnect”, also where the clock was set back meanwhile', async () => {
    const { sent } = heldResponses();
    const { connection } = start();
    storeIntent(200, 'a-key');
    const connecting = connection.connect(uuid(200));
    (await sent('a-key')).answer(account());
    await connection.disconnect();
    expect(await connecting).toBe('ended');
    expect(local.keys()).toEqual([]);
  });

  it('that waits for an earlier “Disconnect” stores nothing when a later one ends it', async () => {
    const { connection, connect, items } = start();
    await connect(1, 'a-key');
    const marking = hold('set', 'disconnecting');
    const first = connection.disconnect();
    await marking.reached();
    storeIntent(200, 'waiting-key');
    const waiting = connection.connect(uuid(200));
    const written = vi.spyOn(items.accountView, 'update');
    clock.now = 300;
    const second = connection.disconnect();
    marking.release();
    await Promise.all([first, second]);
    expect([await waiting, written.mock.calls]).toEqual(['ended', []]);
  });

  it('that was ended stores nothing of its request queue when the response arrives late', async () => {
    const { sent } = heldResponses();
    const { connection } = start();
    storeIntent(1, 'late-key');
    const connecting = connection.connect(uuid(1));
    const request = await sent('late-key');
    await connection.disconnect();
    request.answer(account());
    await connecting;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(local.keys()).toEqual([]);
  });

  it('that can’t be stored lets the account before resume', async () => {
    const { connect, connected } = start();
    await connect(1, 'a-key');
    local.fails = (key) => key === 'connection';
    vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { id: 2 } }));
    await connect(2, 'other-key');
    expect(connected()).toBe(2);
  });

  it('that moves the connection to another service gives back the access to the one before', async () => {
    const { connect } = start();
    await connect(1, 'a-key', 'https://one.example');
    await connect(2, 'a-key', 'https://two.example');
    expect(dropped()).toEqual(['drop access [{"origins":["https://one.example/*"]}]']);
  });

  it('for another account ends what waits in the gateway of the one before', async () => {
    const { connect } = start();
    const first = await connect(1, 'a-key');
    vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { id: 2 } }));
    await connect(2, 'other-key');
    expect(await first?.request(getAccount(), { priority: 'user' })).toMatchObject({
      failure: { kind: 'cancelled' },
    });
  });
});

describe('what reads the connection', () => {
  it('gets one gateway, however many ask for it at once', async () => {
    await start().connect(1, 'a-key');
    const { connection, opened } = start();
    const gateways = await Promise.all([connection.gateway(), connection.gateway(), connection.gateway()]);
    expect([new Set(gateways).size, opened.length]).toEqual([1, 1]);
  });

  it('reads it again after a failure', async () => {
    await start().connect(1, 'a-key');
    const { connection } = start();
    vi.spyOn(local, 'get').mockRejectedValueOnce(new Error('disk'));
    await expect(connection.scope()).rejects.toThrow();
    expect(await connection.scope()).toBe('https://sho.rt#1');
  });

  it('gets none when “Disconnect” is pressed during the read', async () => {
    await start().connect(1, 'a-key');
    const { connection } = start();
    const reading = hold('get', 'connection');
    const gateway = connection.gateway();
    await reading.reached();
    const disconnecting = connection.disconnect();
    reading.release();
    expect(await gateway).toBeNull();
    await disconnecting;
  });

  it('waits for no change of it: nothing that is deleted waits for itself', async () => {
    const forgetting = heldForget();
    const { connection, connect } = start(forgetting.forget);
    await connect(1, 'a-key');
    vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { id: 2 } }));
    storeIntent(2, 'other-key');
    const connecting = connection.connect(uuid(2));
    await forgetting.begun();
    expect(await connection.scope()).toBe('https://sho.rt#1');
    const disconnecting = connection.disconnect();
    expect([await connection.scope(), await connection.address(), await connection.gateway()]).toEqual([
      '',
      '',
      null,
    ]);
    forgetting.release();
    await Promise.all([connecting, disconnecting]);
  });

  it('keeps its gateway when the service refuses the connected key', async () => {
    const { connection, connect } = start();
    const before = await connect(1, 'a-key');
    vi.stubGlobal('fetch', async () => refusal());
    expect(await connect(2, 'a-key')).toBe(before);
    vi.stubGlobal('fetch', async () => account());
    const gateway = await connection.gateway();
    expect(await gateway?.request(getAccount(), { priority: 'user' })).toMatchObject({ ok: true });
  });
});

describe('two concurrent connects, from two pages', () => {
  it('the last press wins, and a late response to the other is discarded', async () => {
    const { sent } = heldResponses();
    const { connection, items } = start();
    storeIntent(1, 'first-key', 'https://one.example');
    const first = connection.connect(uuid(1));
    const late = await sent('first-key');
    storeIntent(2, 'second-key', 'https://two.example');
    const second = connection.connect(uuid(2));
    (await sent('second-key')).answer(account());
    expect(await second).toBe('tried');
    late.answer(account());
    expect(await first).toBe('replaced');
    expect(await connection.address()).toBe('https://two.example');
    expect(await items.accountView.read()).toMatchObject({
      address: 'https://two.example',
      attempt: { id: uuid(2), state: 'connected' },
    });
    expect(disk()).not.toContain('first-key');
    expect(dropped()).toEqual(['drop access [{"origins":["https://one.example/*"]}]']);
  });

  it.each([
    [1, 2],
    [2, 1],
  ])(
    'of two left by a previous worker instance, the later press is tried: %i before %i',
    async (one, other) => {
      const { connection } = start();
      storeIntent(1, 'first-key');
      storeIntent(2, 'second-key');
      await Promise.all([connection.connect(uuid(one)), connection.connect(uuid(other))]);
      expect(disk()).toContain('second-key');
      expect(disk()).not.toContain('first-key');
      expect(local.keys('intent:')).toEqual([]);
    },
  );
});

/** The next call with a key waits until the test releases it. */
function hold(method: 'get' | 'set', key: string) {
  let release = () => {};
  let reached = false;
  const released = new Promise<void>((resolve) => (release = resolve));
  const original = StorageArea.prototype[method] as (given: unknown) => Promise<never>;
  const spy = vi.spyOn(local, method) as unknown as {
    mockImplementation(call: (given: unknown) => Promise<unknown>): void;
    mockRestore(): void;
  };
  spy.mockImplementation(async (given) => {
    if (given === key || (typeof given === 'object' && given !== null && key in given)) {
      spy.mockRestore();
      reached = true;
      await released;
    }
    return original.call(local, given);
  });
  return { reached: () => vi.waitUntil(() => reached), release };
}

describe('Connect pressed again while the response to the previous attempt is applied', () => {
  const other = 'https://two.example';

  /** While attempt 2 is being made the connection, attempt 3 is pressed for another service, with a wrong key. */
  async function connectTwice(
    connection: ReturnType<typeof start>['connection'],
    forgetting: ReturnType<typeof heldForget>,
  ) {
    const second = connection.connect(uuid(2));
    await forgetting.begun();
    storeIntent(3, 'wrong-key', other);
    const third = connection.connect(uuid(3));
    await new Promise((resolve) => setTimeout(resolve, 20));
    forgetting.release();
    return Promise.all([second, third]);
  }
  /** The first service responds with success, the other refuses. */
  const wellAndRefusing = () =>
    vi.stubGlobal('fetch', async (address: string) => (address.startsWith(other) ? refusal() : account()));
  const works = async (connection: ReturnType<typeof start>['connection']) => {
    const gateway = await connection.gateway();
    return (await gateway?.request(getAccount(), { priority: 'user' }))?.ok;
  };

  it('the connection that is being written remains, with a working gateway', async () => {
    wellAndRefusing();
    const { connection, items } = start();
    const writing = hold('set', 'connection');
    storeIntent(1, 'a-key');
    const first = connection.connect(uuid(1));
    await writing.reached();
    storeIntent(2, 'wrong-key', other);
    const second = connection.connect(uuid(2));
    await new Promise((resolve) => setTimeout(resolve, 20));
    writing.release();
    expect(await Promise.all([first, second])).toEqual(['tried', 'tried']);
    expect(await items.accountView.read()).toMatchObject({
      address: 'https://sho.rt',
      account: { email: 'a@example.com' },
      attempt: { id: uuid(2), state: 'failed' },
    });
    expect(await works(connection)).toBe(true);
    expect(dropped()).toEqual([`drop access [{"origins":["${other}/*"]}]`]);
  });

  it('“Disconnect” still ends it', async () => {
    const { connection } = start();
    const writing = hold('set', 'connection');
    storeIntent(1, 'a-key');
    const first = connection.connect(uuid(1));
    await writing.reached();
    const disconnecting = connection.disconnect();
    writing.release();
    expect(await first).toBe('ended');
    await disconnecting;
    expect(local.keys()).toEqual([]);
    expect(await connection.gateway()).toBeNull();
  });

  it('a replaced check of the connected key does not close its gateway', async () => {
    wellAndRefusing();
    const { connection, connect } = start();
    await connect(1, 'a-key');
    const writing = hold('set', 'account-view');
    storeIntent(2, 'a-key');
    const second = connection.connect(uuid(2));
    await writing.reached();
    storeIntent(3, 'wrong-key', other);
    const third = connection.connect(uuid(3));
    await new Promise((resolve) => setTimeout(resolve, 20));
    writing.release();
    expect(await Promise.all([second, third])).toEqual(['replaced', 'tried']);
    expect(await works(connection)).toBe(true);
  });

  it('a replaced attempt deletes nothing of the previous account', async () => {
    let forgotten = 0;
    const { connection, connect } = start(async () => void forgotten++);
    await connect(1, 'a-key');
    vi.stubGlobal('fetch', async (address: string) =>
      address.startsWith(other) ? refusal() : Response.json({ error: 0, data: { id: 2 } }),
    );
    const reading = hold('get', 'disconnecting');
    storeIntent(2, 'another-account');
    const second = connection.connect(uuid(2));
    await reading.reached();
    storeIntent(3, 'wrong-key', other);
    const third = connection.connect(uuid(3));
    await new Promise((resolve) => setTimeout(resolve, 20));
    reading.release();
    expect(await Promise.all([second, third])).toEqual(['replaced', 'tried']);
    expect(forgotten).toBe(0);
    expect(disk()).toContain('a-key');
  });

  it('an attempt that deletes the previous account’s data becomes the connection; a later press waits', async () => {
    const forgetting = heldForget();
    const { connection, connect } = start(forgetting.forget);
    await connect(1, 'a-key');
    vi.stubGlobal('fetch', async (address: string) =>
      address.startsWith(other) ? refusal() : Response.json({ error: 0, data: { id: 2 } }),
    );
    storeIntent(2, 'another-account');
    expect(await connectTwice(connection, forgetting)).toEqual(['tried', 'tried']);
    expect(await connection.scope()).toBe('https://sho.rt#2');
    expect(await works(connection)).toBe(true);
    expect(dropped()).toEqual([`drop access [{"origins":["${other}/*"]}]`]);
  });

  it.each([
    ['is a third account', 3, 2],
    ['is that account', 2, 1],
  ])(
    'a later press that %s deletes what was stored for the second only if it is another',
    async (_, id, times) => {
      const forgetting = heldForget();
      const { connection, connect } = start(forgetting.forget);
      await connect(1, 'a-key');
      vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) =>
        Response.json({ error: 0, data: { id: JSON.stringify(headers).includes('third-key') ? id : 2 } }),
      );
      storeIntent(2, 'another-account');
      const second = connection.connect(uuid(2));
      await forgetting.begun();
      storeIntent(3, 'third-key');
      const third = connection.connect(uuid(3));
      await new Promise((resolve) => setTimeout(resolve, 20));
      forgetting.release();
      await Promise.all([second, third]);
      expect([await connection.scope(), forgetting.times()]).toEqual([`https://sho.rt#${id}`, times]);
    },
  );

  it('a switch fails, and gives its access back, if the previous account’s data can’t be deleted', async () => {
    let fails = true;
    const { connection, connect, items } = start(async () => {
      if (fails) throw new Error('not all is forgotten');
    });
    await connect(1, 'a-key');
    vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { id: 2 } }));
    await connect(2, 'other-key', other);
    expect((await items.accountView.read()).attempt).toMatchObject({
      id: uuid(2),
      state: 'failed',
      failure: { kind: 'not-stored' },
    });
    expect([await connection.address(), dropped()]).toEqual([
      'https://sho.rt',
      [`drop access [{"origins":["${other}/*"]}]`],
    ]);
    expect(disk()).not.toContain('other-key');
    expect(await works(connection)).toBe(true);
    fails = false;
    await connect(3, 'other-key', other);
    expect(await connection.address()).toBe(other);
  });

  it('the access of an attempt that is being made the connection stays when it ends an unfinished "Disconnect"', async () => {
    local.stored.set('disconnecting', { origins: ['https://sho.rt/*'], at: 1 });
    const forgetting = heldForget();
    const { connection } = start(forgetting.forget);
    wellAndRefusing();
    storeIntent(2, 'a-key');
    // Removes the intent of the first, which names its origin as well.
    expect(await connectTwice(connection, forgetting)).toEqual(['tried', 'tried']);
    expect(await connection.address()).toBe('https://sho.rt');
    expect(dropped()).toEqual([`drop access [{"origins":["${other}/*"]}]`]);
  });

  it('a key whose "Disconnect" is unfinished does not come back if a switch can’t be stored', async () => {
    const { connection, connect } = start();
    await connect(1, 'a-key');
    const remove = vi.spyOn(local, 'remove').mockRejectedValue(new Error('disk'));
    await connection.disconnect().catch(() => undefined);
    remove.mockRestore();
    vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { id: 2 } }));
    const set = vi.spyOn(local, 'set').mockImplementation(async (given: Record<string, unknown>) => {
      if ('connection' in given) throw new Error('quota');
      return StorageArea.prototype.set.call(local, given);
    });
    await connect(200, 'other-key', other);
    set.mockRestore();
    expect(await connection.gateway()).toBeNull();
    expect(disk()).not.toMatch(/a-key|other-key/);
    expect(await start().connection.gateway()).toBeNull();
  });

  it('a switch that can’t be stored leaves the account before connected', async () => {
    const { connection, connect, items } = start();
    await connect(1, 'a-key');
    vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { id: 2 } }));
    const set = vi.spyOn(local, 'set').mockImplementation(async (given: Record<string, unknown>) => {
      if ('connection' in given) throw new Error('quota');
      return StorageArea.prototype.set.call(local, given);
    });
    await connect(2, 'other-key', other);
    set.mockRestore();
    expect((await items.accountView.read()).attempt).toMatchObject({ id: uuid(2), state: 'failed' });
    expect(await connection.scope()).toBe('https://sho.rt#1');
    expect(await works(connection)).toBe(true);
  });

  it('a later press that has not begun is not deleted with the previous account', async () => {
    const stayed: (readonly string[])[] = [];
    const { connect } = start(async (stays) => {
      storeIntent(3, 'later-key');
      stayed.push(await stays());
    });
    await connect(1, 'a-key');
    vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { id: 2 } }));
    await connect(2, 'another-account');
    expect(stayed).toEqual([expect.arrayContaining([`intent:${uuid(2)}`, `intent:${uuid(3)}`])]);
  });

  it('a link of the previous account that was pressed and not begun goes with that account', async () => {
    const forgetAccount: { run: (stays: () => Promise<readonly string[]>) => Promise<void> } = {
      run: async () => {},
    };
    const { connect, items, connection } = start((stays) => forgetAccount.run(stays));
    forgetAccount.run = createForgetAccount({
      items,
      jobs: () => ({ clear: async () => {} }),
      stopSync: async () => {},
      publish: async () => {},
      removeViews: async () => {},
    });
    await connect(1, 'a-key');
    const pressed = linkCommand(4, { address: 'https://example.com/of-the-first-account' });
    local.stored.set(`intent:${pressed.id}`, pressed);
    vi.stubGlobal('fetch', async () => Response.json({ error: 0, data: { id: 2 } }));
    await connect(2, 'another-account');
    expect(await connection.scope()).toBe('https://sho.rt#2');
    expect(local.keys('intent:')).toEqual([]);
  });
});

describe('access to an origin', () => {
  it('is revoked when the connect it was granted for has failed', async () => {
    vi.stubGlobal('fetch', async () => refusal());
    const { connect } = start();
    await connect(1, 'wrong-key');
    expect(dropped()).toEqual(['drop access [{"origins":["https://sho.rt/*"]}]']);
  });

  it('remains when a new key for the connected service has failed', async () => {
    const { connect } = start();
    await connect(1, 'a-key');
    vi.stubGlobal('fetch', async () => refusal());
    await connect(2, 'wrong-key');
    expect(dropped()).toEqual([]);
    expect(disk()).toContain('a-key');
  });

  it('is revoked when the attempt was ended by "Disconnect"', async () => {
    const { sent } = heldResponses();
    const { connection } = start();
    storeIntent(1, 'late-key');
    const connecting = connection.connect(uuid(1));
    await sent('late-key');
    await connection.disconnect();
    await connecting;
    expect(dropped()).toEqual(['drop access [{"origins":["https://sho.rt/*"]}]']);
  });
});

describe('access to an origin for a pending press of “Connect”', () => {
  it('remains when an earlier attempt with it fails', async () => {
    const { sent } = heldResponses();
    const { connection } = start();
    storeIntent(1, 'wrong-key');
    const first = connection.connect(uuid(1));
    const request = await sent('wrong-key');
    storeIntent(2, 'better-key');
    request.answer(refusal());
    await first;
    expect(dropped()).toEqual([]);
  });

  it('remains when the connection moves from it to another service', async () => {
    const { connect } = start();
    await connect(1, 'a-key', 'https://one.example');
    vi.stubGlobal('fetch', async () => {
      storeIntent(3, 'later-key', 'https://one.example');
      return account();
    });
    await connect(2, 'a-key', 'https://two.example');
    expect(dropped()).toEqual([]);
  });
});

describe('an interrupted disconnect', () => {
  it.each(['intent:', 'account-view', 'damaged:connection', 'lane-memory'])(
    'killed at %s: the next worker instance removes the access',
    async (killedAt) => {
      const { connection, connect } = start();
      await connect(1, 'a-key');
      storeIntent(2, 'another-key', 'https://two.example');
      const { remove } = StorageArea.prototype;
      let killed = false;
      const spy = vi.spyOn(local, 'remove').mockImplementation(async (keys) => {
        killed ||= [keys].flat().some((key) => key.startsWith(killedAt));
        return killed ? new Promise<never>(() => undefined) : remove.call(local, keys);
      });
      void connection.disconnect();
      await vi.waitUntil(() => killed);
      spy.mockRestore();
      expect(dropped()).toEqual([]);
      await start().connection.finishDisconnect();
      expect(dropped().toSorted()).toEqual([
        'drop access [{"origins":["https://sho.rt/*"]}]',
        'drop access [{"origins":["https://two.example/*"]}]',
      ]);
      expect(local.keys()).toEqual([]);
    },
  );

  it('is finished by the next worker instance without the press of “Connect” that wakes it', async () => {
    const { connection, connect } = start(() => Promise.reject(new Error('locked')));
    await connect(1, 'a-key');
    storeIntent(2, 'pending-key');
    await connection.disconnect().catch(() => undefined);
    // Of the time before "Disconnect", as one whose removal failed.
    storeIntent(3, 'earlier-key');
    storeIntent(101, 'new-key');
    const next = start(async (stays) => {
      expect(await stays()).toEqual(['disconnecting', `intent:${uuid(101)}`]);
    });
    await next.connection.finishDisconnect();
    expect(disk()).not.toMatch(/pending-key|earlier-key/);
    expect(await next.connection.connect(uuid(101))).toBe('tried');
    expect(await next.connection.gateway()).not.toBeNull();
    expect(disk()).toContain('new-key');
  });

  it('access that could not be removed is removed by the next worker instance', async () => {
    const { connection, connect } = start();
    await connect(1, 'a-key');
    const remove = vi.spyOn(browser.permissions, 'remove').mockRejectedValue(new Error('policy'));
    await expect(connection.disconnect()).rejects.toThrow();
    remove.mockRestore();
    expect(dropped()).toEqual([]);
    await start().connection.finishDisconnect();
    expect(dropped()).toEqual(['drop access [{"origins":["https://sho.rt/*"]}]']);
    expect(local.keys()).toEqual([]);
  });

  it('access that is still held is removed by a connection to another service', async () => {
    const { connection, connect } = start();
    await connect(1, 'a-key');
    const remove = vi.spyOn(browser.permissions, 'remove').mockRejectedValue(new Error('policy'));
    await connection.disconnect().catch(() => undefined);
    remove.mockRestore();
    await start().connect(2, 'a-key', 'https://two.example');
    expect(dropped()).toEqual(['drop access [{"origins":["https://sho.rt/*"]}]']);
  });

  it('the mark of an earlier version is read', async () => {
    local.stored.set('disconnecting', true);
    await start().connection.finishDisconnect();
    expect(local.keys()).toEqual([]);
  });

  const steps = ['connection', 'account-view', 'disconnecting', 'intent:', 'damaged:'];
  it.each(steps)(
    'continues when the step for %s fails, and is finished by the next worker instance',
    async (step) => {
      let forgotten = 0;
      const { connection, connect } = start(async () => void forgotten++);
      await connect(1, 'a-key');
      storeIntent(2, 'another-key');
      local.stored.set('damaged:connection', { key: 'a-key' });
      local.fails = (key) => key.startsWith(step);
      await connection.disconnect().catch(() => undefined);
      expect(forgotten).toBe(1);
      expect(dropped()).toHaveLength(1);
      local.fails = () => false;
      const next = start(async () => void forgotten++);
      await next.connection.finishDisconnect();
      expect(await next.connection.gateway()).toBeNull();
      expect(disk()).not.toMatch(/a-key|another-key|sho\.rt/);
      expect(local.keys()).toEqual([]);
      if (step !== 'disconnecting') expect(forgotten).toBe(2);
    },
  );

  it('continues when the permission can’t be revoked, and when the account’s data can’t be deleted', async () => {
    const { connection, connect } = start(() => Promise.reject(new Error('locked')));
    await connect(1, 'a-key');
    const remove = vi.spyOn(browser.permissions, 'remove').mockRejectedValue(new Error('policy'));
    await expect(connection.disconnect()).rejects.toThrow();
    remove.mockRestore();
    expect(disk()).not.toContain('a-key');
    // The next worker instance deletes the rest.
    expect(local.keys()).toEqual(['disconnecting']);
  });

  it('a finished one does not disconnect a newer connection', async () => {
    const { connection, connect } = start(() => Promise.reject(new Error('locked')));
    await connect(1, 'a-key');
    await connection.disconnect().catch(() => undefined);
    const next = start();
    await next.connect(2, 'new-key');
    await start().connection.finishDisconnect();
    expect(disk()).toContain('new-key');
  });
});
