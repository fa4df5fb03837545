// The set-up of most tests: a service with demo data, a site to shorten, the built extension, connected in
// its settings. Everything ends with it.
import { beforeEach } from 'vitest';
import { z } from 'zod';
import type { Link } from '../../service/link.ts';
import type { OddResponse } from '../../service/odd-response.ts';
import { startService, type LocalService, type ServiceOptions } from '../../service/start.ts';
import {
  allowHost,
  evaluateIn,
  launchExtension,
  openedSettings,
  openPopup,
  presentWorker,
  startSecureFront,
  startSite,
  until,
  type Driver,
  type LaunchOptions,
  type PageDriver,
  type RunningExtension,
  type Site,
} from '../harness/index.ts';
import { anyOf, msg, msgPattern } from '../../support/texts.ts';

export interface SceneOptions {
  readonly service?: ServiceOptions;
  readonly launch?: LaunchOptions;
  /** The service under a name and https; on the loopback alone otherwise, which is never offline. */
  readonly secure?: boolean;
  /** Another scene whose service and site this one shares, as a second device does. */
  readonly beside?: Pick<Scene, 'service' | 'site'>;
}

/** A browser with the extension, a service and a site. */
export interface Scene extends AsyncDisposable {
  readonly service: LocalService;
  /** The service's address for the browser. */
  readonly address: string;
  readonly site: Site;
  readonly running: RunningExtension;
  /** The settings tab that the extension opened after its installation. */
  readonly options: PageDriver;
  /** The service's links beyond those of the demo. */
  made(): Link[];
  /** A page of its own on the site, in front; its path becomes part of its title if none is given. */
  visit(path: string, title?: string): Promise<Awaited<ReturnType<RunningExtension['openTab']>>>;
  /** The popup over a page of its own. */
  popupOn(path: string, title?: string): Promise<Driver>;
  close(): Promise<void>;
}

export async function startScene({
  service: settings,
  launch,
  secure = false,
  beside,
}: SceneOptions = {}): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  // A limit that no test comes near: the request queue has tests of its own.
  const service = beside?.service ?? opened.use(await startService({ demo: true, limit: 1000, ...settings }));
  const site = beside?.site ?? opened.use(await startSite());
  const front = secure ? opened.use(await startSecureFront(service.origin)) : null;
  const args = [...(launch?.args ?? []), ...(front?.browserArgs ?? [])];
  const running = opened.use(await launchExtension({ ...launch, args }));
  const options = await openedSettings(running);
  await options.waitFor('button', msg('connect'));
  const before = new Set(service.store.links().map(({ id }) => id));
  const visit: Scene['visit'] = async (path, title = `Page ${path}`) => {
    site.set(path, { title, html: `<h1>${path}</h1>` });
    return running.openTab(site.url(path));
  };
  const all = opened.move();
  return {
    service,
    address: front?.address ?? service.address,
    site,
    running,
    options,
    made: () => service.store.links().filter(({ id }) => !before.has(id)),
    visit,
    popupOn: async (path, title) => openPopup(running, await visit(path, title)),
    close: () => all.disposeAsync(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Types address and key into the settings and presses "Connect". */
export async function submitConnection(options: PageDriver, address: string, key: string): Promise<void> {
  await options.fill('textbox', msg('serviceUrl'), address);
  await options.fill('textbox', msg('apiKey'), key);
  await options.click('button', anyOf(msgPattern('connect'), msgPattern('replaceKey')));
}

/** Connects through the settings, and waits until the account is synced. */
export async function connect({ running, options, service, address }: Scene): Promise<void> {
  await allowHost(running, `${new URL(address).protocol}//${new URL(address).hostname}/*`);
  await submitConnection(options, address, service.key);
  await waitForText(options, 'status', msgPattern('connectedTo'));
  // Beside another device the lists wait for the limit that both share.
  await until(
    'the lists to be stored',
    async () => {
      const view = (await stored(options))['popup-view'];
      const { domains = [] } = (view ?? {}) as { domains?: unknown[] };
      return domains.length > 0 ? true : undefined;
    },
    { timeout: 60_000 },
  );
  await waitForSync(options, service);
}

/**
 * Waits until the sync host has nothing left to sync.
 *
 * @param service where a test has set a limit: a sync that waits for it counts as finished, too
 */
export function waitForSync(page: Driver, service?: LocalService): Promise<true> {
  let [seen, since] = [-1, 0];
  return waitUntil('the sync host to finish', async () => {
    const { keeper } = (await stored(page)) as { keeper?: { data: { more: boolean } } };
    const { length = 0 } = service?.store.requests('/api/') ?? {};
    if (length !== seen) [seen, since] = [length, performance.now()];
    return keeper?.data.more === false || (service !== undefined && performance.now() - since > 1_500);
  });
}

/** A scene with the service connected, and the request log empty. */
export async function startConnected(options?: SceneOptions): Promise<Scene> {
  const scene = await startScene(options);
  try {
    await connect(scene);
  } catch (fault) {
    await scene.close();
    throw fault;
  }
  scene.service.clearLog();
  return scene;
}

/** Adds a link past the extension, as another device of the account does. */
export async function addLinkElsewhere(
  { address, key }: Pick<LocalService, 'address' | 'key'>,
  fields: object,
): Promise<void> {
  const response = await fetch(`${address}/api/url/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
}

/** Everything in the extension's storage; read in one of its pages. */
export const stored = (page: Driver, area: 'local' | 'session' = 'local'): Promise<Record<string, unknown>> =>
  page.evaluate(`chrome.storage.${area}.get(null)`);

interface StoredPreset {
  readonly id: string;
  readonly [field: string]: unknown;
}

const presetIdsSchema = z.object({ data: z.object({ list: z.array(z.object({ id: z.string() })) }) });

/** Saves these presets in the place of all others, as the settings do. */
export async function savePresets(page: Driver, list: readonly StoredPreset[]): Promise<unknown> {
  const { presets } = await stored(page);
  const { list: before = [] } = presetIdsSchema.safeParse(presets).data?.data ?? {};
  const kept = new Set(list.map(({ id }) => id));
  const removed = before.map(({ id }) => id).filter((id) => !kept.has(id));
  const request = { put: list, removed, defaultId: null };
  return page.evaluate(
    `chrome.runtime.sendMessage(${JSON.stringify({ target: 'background', kind: 'save-presets', request })})`,
  );
}

/** Waits until a `status` or `alert` has this text, and returns it: screen readers announce these regions. */
export function waitForText(
  page: Driver,
  role: 'status' | 'alert',
  wanted: string | RegExp,
): Promise<string> {
  const fits = (text: string) => (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text));
  return until(
    `${role} to say ${String(wanted)}`,
    async () => (await liveTexts(page, role)).find(fits),
    {},
    async () => (page.isOpen() ? page.outline() : 'The page has closed.'),
  );
}

/** The texts of every visible `status` or `alert`; a no-break space stays one, as the catalog has it. */
export const liveTexts = (page: Driver, role: 'status' | 'alert'): Promise<string[]> =>
  page.evaluate(
    (wanted: string) =>
      Array.from(document.querySelectorAll<HTMLElement>(`[role="${wanted}"]`), (element) =>
        element.innerText.replaceAll(/[^\S\u00A0]+/g, ' ').trim(),
      ).filter((text) => text !== ''),
    { args: [role] },
  );

/** Waits until the form is shown and Enter would shorten. */
export async function waitForForm(popup: Driver): Promise<void> {
  await popup.waitFor('button', msg('shorten'));
  await until(
    'the focus to be on "Shorten"',
    async () => ((await popup.focused())?.name === msg('shorten') ? true : undefined),
    {},
    async () => {
      const focused = JSON.stringify(await popup.focused());
      return `It is on ${focused}; the document has it: ${await popup.evaluate<boolean>('document.hasFocus()')}`;
    },
  );
}

/** Chooses in a picker by typing the name. */
export async function choose(page: Driver, picker: string, typed: string): Promise<void> {
  await page.fill('combobox', picker, typed);
  await page.waitFor('listbox', picker);
  await page.press('Enter');
}

/** The response of a web server in the place of the service. */
export const errorPage = (status: number): OddResponse => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<h1>An error page</h1>',
});

export const waitUntil = (
  what: string,
  ask: () => boolean | Promise<boolean>,
  timeout = 30_000,
): Promise<true> => until(what, async () => ((await ask()) ? true : undefined), { timeout });

/** Waits until no intent is stored: the background has accepted all of them. */
export const waitForIntents = (page: Driver): Promise<true> =>
  waitUntil('the intents to be gone', async () =>
    Object.keys(await stored(page)).every((key) => !key.startsWith('intent:')),
  );

/** Inside a `describe`: when a test fails, prints the service's last requests and the extension's storage. */
export function explainFailures(scene: () => Scene): void {
  beforeEach(({ onTestFailed }) => {
    onTestFailed(async () => {
      const { service, options } = scene();
      const lines = service.store
        .requests('/api/')
        .slice(-12)
        .map(({ time, method, path, search, status, body }) =>
          [new Date(time).toISOString().slice(17, 23), method, path + search, status ?? '(none)', body].join(
            ' ',
          ),
        );
      const items = Object.entries(await stored(options).catch(() => ({})));
      const open = items
        .filter(
          ([key, value]) => key.startsWith('intent:') || /"name":"(queued|sent)"/.test(JSON.stringify(value)),
        )
        .map(([key, value]) => `${key} ${JSON.stringify(value)}`);
      const view = (Object.fromEntries(items)['popup-view'] ?? {}) as { jobs?: unknown };
      open.push(`The popup's view has the jobs ${JSON.stringify(view.jobs)}`);
      for (const [key, value] of items)
        if (key.startsWith('job:'))
          open.push(`${key} ${JSON.stringify((value as { state: unknown }).state)}`);
      const now = new Date().toISOString().slice(17, 23);
      const worker = await workerNow(scene());
      console.error([`At ${now}. The service saw:`, ...lines, 'Still open:', ...open, worker].join('\n'));
    });
  });
}

/** Reports whether the background exists, runs, and answers: otherwise one that a kill has left half stopped is not recognized. */
async function workerNow({ running, options }: Scene): Promise<string> {
  const target = await presentWorker(running);
  if (target === undefined) return 'No worker runs.';
  const late = new Promise<string>((resolve) => setTimeout(resolve, 5_000, 'no response in 5 s'));
  const ping = { target: 'background', kind: 'ping', request: {} };
  const asked = options
    .evaluate<string>(`chrome.runtime.sendMessage(${JSON.stringify(ping)}).then(JSON.stringify)`)
    .catch(String);
  const said = await Promise.race([asked, late]);
  const sum = await evaluateIn(target, '`sums, ${performance.now()} ms old`').catch(String);
  return `The worker says to a page: ${said}; to the harness: ${JSON.stringify(sum)}`;
}
