// The seven points in the course of a link at which the worker is killed. The built extension is not changed for it: the
// points inside the worker are reached by holding back its own writes, the others by what the service does.
import { isDeepStrictEqual } from 'node:util';
import { evaluateInWorker, killWorker, pause, wakeWorker } from '../harness/index.ts';
import { waitUntil, stored, type Scene } from './connected.ts';

export const killPoints = [
  'before the journal write',
  'after the journal write',
  'with a request at the service that never commits',
  'with a request at the service that commits 4 s after the kill',
  'after the commit, before the reply',
  'after the reply, before the save',
  'after the save',
] as const;
export type KillPoint = (typeof killPoints)[number];

/** How long after the kill a slow service commits, in ms. */
const lateMs = 4_000;

interface HeldWrite {
  readonly states: readonly string[];
  readonly when: 'before' | 'after';
}

const heldWrites: Partial<Record<KillPoint, HeldWrite>> = {
  'before the journal write': { states: ['queued', 'sent'], when: 'before' },
  'after the journal write': { states: ['queued', 'sent'], when: 'after' },
  'after the reply, before the save': { states: ['done'], when: 'before' },
  'after the save': { states: ['done'], when: 'after' },
};

/** Runs in the worker: from the chosen write on, no write returns. */
const holdWrites = (id: string, { states, when }: HeldWrite): string => `{
  const { local } = chrome.storage;
  const real = local.set.bind(local);
  let stopped = false;
  globalThis.killPoint = new Promise((reached) => {
    local.set = async (items, ...rest) => {
      const state = items['job:${id}']?.state.name;
      const meant = ${JSON.stringify(states)}.includes(state);
      if (meant && ${when === 'after'}) await real(items, ...rest);
      if (meant) {
        stopped = true;
        reached(state);
      }
      if (stopped) return new Promise(() => undefined);
      return real(items, ...rest);
    };
  });
  0;
}`;

export interface Asked {
  readonly id: string;
  readonly address: string;
}

/** As a page does when the user presses "Shorten": stores the intent, then sends the message. */
export async function askFor({ options, site }: Scene, path: string): Promise<Asked> {
  const asked = { id: crypto.randomUUID(), address: site.url(path) };
  await submit({ options }, asked);
  return asked;
}

async function submit({ options }: Pick<Scene, 'options'>, { id, address }: Asked): Promise<void> {
  const link = { address, title: '', campaign: null, channel: null, pixels: [], alias: '', domain: '' };
  const ask = { id, at: Date.now(), private: false, kind: 'shorten', from: 'popup', link };
  await options.evaluate(`(async () => {
    const ask = ${JSON.stringify(ask)};
    await chrome.storage.local.set({ ['intent:' + ask.id]: ask });
    // A worker that is ending may lose a message, so it is repeated, as pages do.
    const notify = () => chrome.runtime.sendMessage({ target: 'background', kind: 'submit', request: ask });
    (async () => {
      for (let n = 0; n < 20; n++) {
        const late = new Promise((resolve) => setTimeout(resolve, 1000, 'late'));
        if ((await Promise.race([notify().catch(() => 'died'), late])) !== 'late') return;
      }
    })();
  })()`);
}

/**
 * Waits for the next step of the background. A worker that was being attached to when it was killed may be left half
 * stopped: it loses every message and only another kill ends it.
 */
async function comesTo(running: Scene['running'], what: string, ask: () => boolean): Promise<void> {
  for (let tried = 0; tried < 3; tried++) {
    const came = await waitUntil(what, ask, 5_000).catch(() => false);
    if (came) return;
    await killWorker(running);
    await wakeWorker(running);
  }
  await waitUntil(what, ask);
}

/** Repeats work that has met a worker that was just ending. */
const again = <T>(work: () => Promise<T>): Promise<T> => work().catch(() => work());

/** Time for the worker to reach the held write. A lost response is looked up half a minute later. */
const toTheWriteMs = 60_000;

/** The state that the held write would have stored. A worker that ended before it, on a busy machine, never reaches it. */
async function reached(running: Scene['running']): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, toTheWriteMs, 'nothing in time'));
  const came = evaluateInWorker<unknown>(running, 'globalThis.killPoint').then(String, String);
  return Promise.race([came, late]);
}

export interface Killed extends Asked {
  /** True if the kill hit the chosen point. */
  readonly hit: boolean;
}

/** Submits one link, and kills the worker at this point. */
export async function createAndKill(scene: Scene, path: string, point: KillPoint): Promise<Killed> {
  const { running, service, site } = scene;
  const asked: Asked = { id: crypto.randomUUID(), address: site.url(path) };
  const isIts = ({ method, body }: { method: string; body: string }) =>
    method === 'POST' && body.includes(JSON.stringify(asked.address));
  const arrived = () => service.store.requests('/api/url/add').some(isIts);
  const made = () => scene.made().some(({ longurl }) => longurl.startsWith(asked.address));
  const write = heldWrites[point];
  let hit = true;
  if (write) {
    await again(() => evaluateInWorker(running, holdWrites(asked.id, write)));
    await submit(scene, asked);
    const state = await reached(running);
    hit = write.states.includes(state);
    // It was killed nevertheless, but at another point.
    if (!hit) console.warn(`Missed "${point}" of ${path}: ${state}`);
  } else if (point === 'with a request at the service that never commits') {
    service.answerNext(isIts, 'hang');
    await submit(scene, asked);
    await comesTo(running, 'the request to arrive', arrived);
  } else if (point === 'after the commit, before the reply') {
    service.answerNext(isIts, async (exchange) => {
      await exchange.pass();
      return 'hang' as const;
    });
    await submit(scene, asked);
    await comesTo(running, 'the link to be made', made);
  } else {
    service.answerNext(isIts, (exchange) => {
      exchange.later(lateMs, () => exchange.pass());
      return 'hang' as const;
    });
    await submit(scene, asked);
    await comesTo(running, 'the request to arrive', arrived);
  }
  await killWorker(running);
  return { ...asked, hit };
}

interface StoredJob {
  readonly state: { readonly name: string; readonly question?: unknown };
  readonly settled?: boolean;
}

/** Keys of unfinished work: intents, jobs that wait for the background alone, and created links that are still to be stored. */
export async function unfinished({ options }: Scene): Promise<string[]> {
  const items = await stored(options);
  return Object.entries(items)
    .filter(([key, value]) => {
      if (key.startsWith('intent:')) return true;
      if (!key.startsWith('job:')) return false;
      const { state, settled = true } = value as StoredJob;
      const { name, question = null } = state;
      return !settled || ['queued', 'sent'].includes(name) || (name === 'unknown' && question === null);
    })
    .map(([key]) => key);
}

/**
 * Keeps the worker awake until every job has ended; the error lists the storage.
 *
 * @param timeout without one more job that ends, in ms: after hundreds of kills as many jobs are looked up, one after the other
 */
export async function comeToRest(scene: Scene, timeout = 120_000): Promise<void> {
  let last: string[] = [];
  let fewest = Infinity;
  let endedAt = performance.now();
  for (;;) {
    await wakeWorker(scene.running);
    const now = await unfinished(scene);
    if (now.length === 0) return;
    if (now.length < fewest) [fewest, endedAt] = [now.length, performance.now()];
    if (performance.now() - endedAt > timeout)
      throw new Error(`No job has ended for ${timeout} ms.\n${JSON.stringify(await stored(scene.options))}`);
    await pause(isDeepStrictEqual(now, last) ? 300 : 30);
    last = now;
  }
}

/** How many addresses have how many links, by the service's count: `{ 1: 700 }` is the expected result. */
export function census(scene: Pick<Scene, 'made'>, asked: readonly Asked[]): Record<number, number> {
  const counts = new Map(asked.map(({ address }) => [address, 0]));
  for (const { longurl } of scene.made()) {
    const address = counts.has(longurl) ? longurl : longurl.replace(/\/$/, '');
    const count = counts.get(address);
    if (count !== undefined) counts.set(address, count + 1);
  }
  const census: Record<number, number> = {};
  for (const count of counts.values()) census[count] = (census[count] ?? 0) + 1;
  return census;
}
