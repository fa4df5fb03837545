// The background's API proxy, as a page of the extension uses it: reading, changing, adding, saving the account, each with
// the worker killed in the middle. Checked against the service's own store and log.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killWorker, openExtensionPage, until, type PageDriver } from './harness/index.ts';
import {
  addLinkElsewhere,
  explainFailures,
  waitUntil,
  waitForSync,
  startConnected,
  stored,
  type Scene,
} from './setup/connected.ts';
import { msg } from '../support/texts.ts';

interface Reply {
  readonly ok: boolean;
  readonly value?: { readonly ok?: unknown; readonly state?: string; readonly [name: string]: unknown };
  readonly problem?: string;
}

let scene: Scene;
let page: PageDriver;
let scope: string;

/** One message as a page sends it; `null` when the worker died under it. */
const send = (kind: string, request: unknown): Promise<Reply | null> =>
  page.evaluate(
    `chrome.runtime.sendMessage(${JSON.stringify({ target: 'background', kind, request })})
       .then((reply) => reply ?? null, () => null)`,
  );

/** As pages do: repeats the same request until there is a result. */
async function insist(kind: string, request: unknown): Promise<NonNullable<Reply['value']>> {
  return until(
    `a response to ${kind}`,
    async () => {
      const reply = await send(kind, request);
      if (reply === null) return undefined;
      const { value } = reply;
      if (!reply.ok || value === undefined) throw new Error(`${kind}: ${String(reply.problem)}`);
      const under = value.ok === 'not-yet' || ['queued', 'sent', 'unknown'].includes(value.state ?? '');
      return under ? undefined : value;
    },
    { timeout: 60_000 },
  );
}

const ask = (body: object) => ({ ...body, id: crypto.randomUUID(), at: Date.now(), private: false });
const read = (path: string, query: object = {}) => ({
  id: crypto.randomUUID(),
  scope,
  priority: 'user',
  path,
  query,
});
const seen = (line: string) =>
  scene.service.store.requests('/api/').filter(({ method, path }) => `${method} ${path}` === line);

/**
 * Sends, and kills the worker as soon as the service has the request, before it answers.
 *
 * @param line the request, as the service is to see it
 */
async function killedUnder(
  line: string,
  kind: string,
  request: unknown,
): Promise<NonNullable<Reply['value']>> {
  const { service, running } = scene;
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  let killed = () => {};
  const kill = new Promise<void>((resolve) => (killed = resolve));
  service.answerNext(line, async ({ pass }) => {
    const response = await pass();
    arrived();
    await kill;
    return response;
  });
  const first = send(kind, request);
  await arrival;
  await killWorker(running).finally(killed);
  await first;
  return insist(kind, request);
}

beforeAll(async () => {
  scene = await startConnected();
  page = await openExtensionPage(scene.running, 'manage.html#activity');
  const view = await until('the page’s view', async () => {
    const { 'activity-view': found } = await stored(page, 'session');
    return found as { scope: string } | undefined;
  });
  ({ scope } = view);
});
afterAll(() => scene.close());
explainFailures(() => scene);

describe('reading', () => {
  it('returns the body as the service sent it, for the account that the page shows', async () => {
    expect(scope).toBe(`${scene.address}#1`);
    const value = await insist('api-get', read('/api/campaigns', { limit: '2', page: '1' }));
    const { campaigns } = (value['body'] as { data: { campaigns: { id: number }[] } }).data;
    expect(campaigns).toHaveLength(2);
    expect(value['date']).toBeGreaterThan(Date.now() - 60_000);
    expect(seen('GET /api/campaigns').at(-1)?.search).toBe('?limit=2&page=1');
  });

  it('continues when the worker is killed in between', async () => {
    scene.service.clearLog();
    const value = await killedUnder('GET /api/pixels', 'api-get', read('/api/pixels'));
    expect(value.ok).toBe(true);
    expect(seen('GET /api/pixels').length).toBeLessThanOrEqual(2);
  });

  it('contains no key, and reads nothing of another account', async () => {
    const account = await send('api-get', read('/api/account'));
    expect(account).toMatchObject({ ok: true, value: { ok: true } });
    expect(JSON.stringify(account)).not.toContain(scene.service.key);
    scene.service.clearLog();
    const other = await send('api-get', { ...read('/api/account'), scope: 'https://elsewhere.example#1' });
    expect(other).toMatchObject({ value: { ok: false, failure: { kind: 'account-changed' } } });
    expect(seen('GET /api/account')).toEqual([]);
  });

  it('finds nothing where the service reports that as an error', async () => {
    scene.service.setQuirks(['short-error']);
    const short = `${scene.address}/there-is-none`;
    expect(await insist('api-get', read('/api/urls', { short }))).toMatchObject({ ok: true, body: null });
    scene.service.setQuirks([]);
  });
});

describe('changing', () => {
  it('completes an update whose worker dies before the response, exactly as submitted', async () => {
    const [campaign] = scene.service.store.campaigns();
    const body = { name: 'Renamed', public: false };
    const line = `PUT /api/campaign/${campaign?.id}/update`;
    const change = ask({
      kind: 'change',
      what: 'campaign',
      act: 'update',
      item: String(campaign?.id),
      name: campaign?.name,
      fields: body,
    });
    expect(await killedUnder(line, 'submit', change)).toMatchObject({ state: 'done', failure: null });
    expect(scene.service.store.campaigns()[0]).toMatchObject(body);
    for (const sent of seen(line)) expect(JSON.parse(sent.body)).toEqual(body);
    await waitUntil('the pickers to know the new name', async () =>
      JSON.stringify((await stored(page))['picker-lists']).includes('Renamed'),
    );
  });

  it('completes a deletion whose worker dies, though its second try finds nothing to delete', async () => {
    const channel = scene.service.store.channels().at(-1);
    const line = `DELETE /api/channel/${channel?.id}/delete`;
    const change = ask({
      kind: 'change',
      what: 'channel',
      act: 'delete',
      item: String(channel?.id),
      name: channel?.name,
    });
    expect(await killedUnder(line, 'submit', change)).toMatchObject({ state: 'done' });
    expect(seen(line)).toHaveLength(2);
    expect(scene.service.store.channels().map(({ id }) => id)).not.toContain(channel?.id);
  });

  it('returns the reason of a refusal', async () => {
    const gone = ask({
      kind: 'change',
      what: 'domain',
      act: 'delete',
      item: '99999',
      name: 'https://x.example',
    });
    expect(await insist('submit', gone)).toMatchObject({
      state: 'refused',
      failure: { kind: 'refused' },
    });
  });
});

describe('adding a domain', () => {
  it('finds a domain by its address when the response is lost with the worker, and adds it once', async () => {
    const name = 'https://go.example.com';
    const fields = { redirectroot: 'https://example.com/', redirect404: '' };
    const line = 'POST /api/domain/add';
    const value = await killedUnder(line, 'submit', ask({ kind: 'add-domain', name, fields }));
    const domains = scene.service.store.domains().filter(({ domain }) => domain === name);
    expect(domains).toHaveLength(1);
    expect(value).toMatchObject({ state: 'done', result: { id: String(domains[0]?.id), lookedUp: true } });
    expect(seen(line)).toHaveLength(1);
    expect(JSON.parse(seen(line)[0]?.body ?? '')).toEqual({
      domain: name,
      redirectroot: 'https://example.com/',
    });
  });
});

describe('saving the account', () => {
  it('survives the worker, and stores the password nowhere', async () => {
    const password = 'sesame-open-4711';
    const request = { id: crypto.randomUUID(), scope, email: 'new@example.com', password };
    const value = await killedUnder('PUT /api/account/update', 'save-account', request);
    expect(value.ok).toBe(true);
    for (const { body } of seen('PUT /api/account/update'))
      expect(JSON.parse(body)).toEqual({ email: 'new@example.com', password });
    const account = await insist('api-get', read('/api/account'));
    expect((account['body'] as { data: { email: string } }).data.email).toBe('new@example.com');
    for (const area of ['local', 'session'] as const)
      expect(JSON.stringify(await stored(page, area))).not.toContain(password);
  });
});

describe('the sync host', () => {
  const mirror = (count: string): Promise<number> =>
    page.evaluate(
      (name: string, store: string) =>
        new Promise<number>((resolve, reject) => {
          const open = indexedDB.open(name);
          open.addEventListener('error', () => reject(new Error('no mirror')));
          open.addEventListener('success', () => {
            const counted = open.result.transaction(store).objectStore(store).count();
            counted.addEventListener('success', () => {
              open.result.close();
              resolve(counted.result);
            });
          });
        }),
      { args: [`mirror ${scope}`, count] },
    );
  const links = () => mirror('links');

  it('has synced the account', async () => {
    await waitUntil(
      'every link to be there',
      async () => (await links()) === scene.service.store.links().length,
    );
    expect(await mirror('domains')).toBe(scene.service.store.domains().length);
  });

  it('adds a created link immediately, without a request', async () => {
    // With the worker stopped, a sync that it had begun is begun again.
    await waitForSync(page, scene.service);
    const before = await links();
    scene.service.clearLog();
    const link = {
      address: 'https://example.com/noted',
      title: 'Noted',
      campaign: null,
      channel: null,
      pixels: [],
      alias: '',
      domain: '',
    };
    await insist('submit', ask({ kind: 'shorten', from: 'popup', link }));
    await waitUntil('it to be there', async () => (await links()) === before + 1);
    expect(seen('GET /api/urls')).toEqual([]);
  });

  it('shows a link that was made elsewhere in the popup, with the focus on it', async () => {
    const { service, site } = scene;
    const address = site.url('/elsewhere');
    await addLinkElsewhere(service, { url: address, custom: 'elsewhere' });
    await send('sync', { force: true });
    await waitForSync(page, service);
    const popup = await scene.popupOn('/elsewhere');
    await popup.waitFor('button', msg('copy'));
    await waitUntil('the focus to be on "Copy"', async () => (await popup.focused())?.name === msg('copy'));
    expect(await popup.outline()).toContain('/elsewhere');
    await popup.close();
  });

  it('resumes its work when everything was killed', async () => {
    scene.service.clearLog();
    await send('sync', { force: true });
    await waitUntil('the sync to begin', () => seen('GET /api/campaigns').length > 0);
    await page.evaluate('chrome.offscreen.closeDocument().catch(() => null)');
    await killWorker(scene.running);
    await send('ping', { needsActivity: true });
    // Requested although they are fresh, since the user asked for a sync; they come last.
    await waitUntil('a whole round', () => seen('GET /api/domains').length > 0);
    await waitForSync(page, scene.service);
  });

  it('deletes everything when the account is disconnected', async () => {
    await send('disconnect', { id: crypto.randomUUID() });
    // A host that the kill before has left closes its connection a moment later, and the deletion waits for that.
    await waitUntil('the databases to be gone', () =>
      page.evaluate(async () => (await indexedDB.databases()).length === 0),
    );
    expect((await stored(page))['keeper']).toBeUndefined();
  });
});
