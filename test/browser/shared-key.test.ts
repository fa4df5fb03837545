// Two browsers connected with one key share what its limit allows: nearly all of it is used, and nothing is refused for
// long, lost or made twice. Counted by the service's own log and windows, regardless of this machine's pace.
import { describe, expect, it } from 'vitest';
import { stopsWorker } from './harness/index.ts';
import { waitUntil, startConnected, type Scene } from './setup/connected.ts';

// A reset comes in whole seconds, up to a tenth of this window late, and a slot may be left over: of 10 that costs 18 %, of 20
// 14 %.
const limit = 20;
const windowMs = 10_000;
const each = 36;

/**
 * The part of the limit that these requests used, from the second window on: in the first the devices detect each other. From
 * the opening of a window to the opening of another one, so that it does not matter where in a window work begins and ends.
 */
function partUsed(times: readonly number[]): number {
  const openings: number[] = [];
  for (const time of times) if (time >= (openings.at(-1) ?? -Infinity) + windowMs) openings.push(time);
  const [, from = 0] = openings;
  const to = openings.at(-1) ?? 0;
  // Two windows or more, or nothing was measured.
  expect(openings.length).toBeGreaterThanOrEqual(4);
  const used = times.filter((time) => time >= from && time < to).length;
  return (used * windowMs) / (limit * (to - from));
}

/** Submits all of them together: as links of the user one after the other, or as rows that belong together. */
async function askForAll({ options, site }: Scene, paths: readonly string[], from: 'popup' | 'places') {
  const asks = paths.map((path) => {
    const link = {
      address: site.url(path),
      title: '',
      campaign: null,
      channel: null,
      pixels: [],
      alias: '',
      domain: '',
    };
    return { id: crypto.randomUUID(), at: Date.now(), private: false, kind: 'shorten', from, link };
  });
  await options.evaluate(`(async () => {
    const asks = ${JSON.stringify(asks)};
    await chrome.storage.local.set(Object.fromEntries(asks.map((ask) => ['intent:' + ask.id, ask])));
    for (const ask of asks)
      await chrome.runtime.sendMessage({ target: 'background', kind: 'submit', request: ask }).catch(() => null);
  })()`);
}

describe('two browsers with one key', { concurrent: true }, () => {
  // Counted in windows: a worker that restarts for every message takes more of them.
  it.skipIf(stopsWorker).each(['places', 'popup'] as const)(
    `make ${each} links each, asked from %s, with four fifths of the limit or more`,
    async (from) => {
      await using first = await startConnected({ service: { limit, windowMs } });
      await using second = await startConnected({ beside: first });
      const { service, site } = first;
      const paths = [first, second].map((_, device) =>
        Array.from({ length: each }, (__, n) => `/${from}-${device}-${n}`),
      );
      // The window that connecting has used is over: the first opening is then known.
      const connected = Date.now();
      const lastUse = () => service.store.requests('/api/').at(-1)?.time ?? connected;
      await waitUntil('the window to end', () => Date.now() >= lastUse() + windowMs);
      service.clearLog();
      await Promise.all([first, second].map((scene, device) => askForAll(scene, paths[device] ?? [], from)));
      const made = () => first.made().map(({ longurl }) => longurl);
      await waitUntil('all links to be made', () => made().length >= 2 * each, 240_000);

      const all = paths.flat().map((path) => site.url(path));
      expect(made().toSorted()).toEqual(all.toSorted());
      const requests = service.store.requests('/api/');
      const accepted = requests.filter(({ status }) => status !== 429);
      // Each link was sent once; other requests count, too.
      const creates = accepted.filter(({ path }) => path === '/api/url/add');
      expect(creates).toHaveLength(all.length);
      const end = creates.at(-1)?.time ?? 0;
      const part = partUsed(accepted.map(({ time }) => time).filter((time) => time <= end));
      const { limited } = service.counts();
      console.log(
        `${all.length} links by two browsers (${from}): ${part.toFixed(2)} of the limit, ${limited} refused`,
      );
      expect(part).toBeGreaterThanOrEqual(0.8);
      // Each learns of the other only by its own next response: occasionally both take the last slot.
      expect(limited).toBeLessThanOrEqual(0.1 * requests.length);
      first.running.assertClean();
      second.running.assertClean();
    },
    360_000,
  );
});
