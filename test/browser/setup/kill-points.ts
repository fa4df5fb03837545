// The seven points in the life of a link at which the worker is killed. The built extension is not changed for it: the
// points inside the worker are reached by holding back its own writes, the others by what the service does.
import { isDeepStrictEqual } from 'node:util';
import { evaluateInWorker, killWorker, pause, until, wakeWorker } from '../harness/index.ts';
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

/** Runs in the worker: from the write that is meant on, nothing it writes returns. */
const holdWrites = (id: string, { states, when }: HeldWrite): string => `{
  const { local } = chrome.storage;
  const real = local.set.bind(local);
  let dead = false;
  globalThis.killPoint = new Promise((reached) => {
    local.set = async (items, ...rest) => {
      const state = items['job:${id}']?.state.name;
      const meant = ${JSON.stringify(states)}.includes(state);
      if (meant && ${when === 'after'}) await real(items, ...rest);
      if (meant) {
        dead = true;
        reached(state);
      }
      if (dead) return new Promise(() => undefined);
      return real(items, ...rest);
    };
  });
  0;
}`;

export interface Asked {
  readonly id: string;
  readonly address: string;
}

/** What a page does when the person presses "Shorten": the intent on disk, then the nudge. */
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
    // A worker on its way out may swallow a message, so it is repeated, as pages do.
    const nudge = () => chrome.runtime.sendMessage({ target: 'background', kind: 'submit', request: ask });
    (async () => {
      for (let n = 0; n < 20; n++) {
        const late = new Promise((resolve) => setTimeout(resolve, 1000, 'late'));
        if ((await Promise.race([nudge().catch(() => 'died'), late])) !== 'late') return;
      }
    })();
  })()`);
}

/**
 * Waits for what the background does next. A worker that was being attached to when it was killed may be left half dead:
 * it swallows every message and only another kill ends it.
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

/** Once more, should it have met a worker that was just ending. */
const again = <T>(work: () => Promise<T>): Promise<T> => work().catch(() => work());

/** How long the worker may take to come to the write that is held back. A lost answer is looked for half a minute later. */
const toTheWriteMs = 60_000;

/** The state that the held write would have stored. A worker that ended before it, on a laden machine, never comes to it. */
async function reached(running: Scene['running']): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, toTheWriteMs, 'nothing in time'));
  const came = evaluateInWorker<unknown>(running, 'globalThis.killPoint').then(String, String);
  return Promise.race([came, late]);
}

export interface Killed extends Asked {
  /** Whether it was at the point that was meant. */
  readonly hit: boolean;
}

/** One link is asked for, and the worker killed at this point of its life. */
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
    // It was killed all the same, if at another point.
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
}

/** Keys of what has not come to an end: intents, and jobs that wait for nobody but the background. */
export async function unfinished({ options }: Scene): Promise<string[]> {
  const items = await stored(options);
  return Object.entries(items)
    .filter(([key, value]) => {
      if (key.startsWith('intent:')) return true;
      if (!key.startsWith('job:')) return false;
      const { name, question = null } = (value as StoredJob).state;
      return ['queued', 'sent'].includes(name) || (name === 'unknown' && question === null);
    })
    .map(([key]) => key);
}

/** Keeps the worker awake until every job has ended; tells what is left when that takes too long. */
export async function comeToRest(scene: Scene, timeout = 120_000): Promise<void> {
  let last: string[] = [];
  await until(
    'every job to end',
    async () => {
      await wakeWorker(scene.running);
      const now = await unfinished(scene);
      if (isDeepStrictEqual(now, last)) await pause(300);
      last = now;
      return now.length === 0 ? true : undefined;
    },
    { timeout },
    async () => JSON.stringify(await stored(scene.options)),
  );
}

/** How many links the service itself counts for each address, by number: `{ 1: 700 }` is what is promised. */
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
