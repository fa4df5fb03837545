// Two browsers connected with one key share what its limit allows: nearly all of it is used, and nothing is refused for
// long, lost or made twice. Counted by the service's own log and windows, regardless of this machine's pace.
import { describe, expect, it } from 'vitest';
import { stopsWorker } from './harness/index.ts';
import { waitUntil, startConnected, type Scene } from './setup/connected.ts';

const limit = 10;
const windowMs = 10_000;
const each = 20;
/** At four fifths of the limit's own rate, and one that had begun before. */
const mostWindows = Math.ceil((2 * each) / (0.8 * limit)) + 1;

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

describe.each(['places', 'popup'] as const)('two browsers with one key, asked from %s', (from) => {
  // Counted in windows: a worker that restarts for every message takes more of them.
  it.skipIf(stopsWorker)(
    `make ${each} links each within ${mostWindows} windows of the limit`,
    async () => {
      await using first = await startConnected({ service: { limit, windowMs } });
      await using second = await startConnected({ beside: first });
      const { service, site } = first;
      const paths = [first, second].map((_, device) =>
        Array.from({ length: each }, (__, n) => `/${from}-${device}-${n}`),
      );
      service.clearLog();
      await Promise.all([first, second].map((scene, device) => askForAll(scene, paths[device] ?? [], from)));
      const made = () => first.made().map(({ longurl }) => longurl);
      await waitUntil('all links to be made', () => made().length >= 2 * each, 240_000);

      const all = paths.flat().map((path) => site.url(path));
      expect(made().toSorted()).toEqual(all.toSorted());
      const requests = service.store.requests('/api/');
      const accepted = requests.filter(({ status }) => status !== 429);
      const creates = accepted.filter(({ path }) => path === '/api/url/add');
      const took = (creates.at(-1)?.time ?? 0) - (creates[0]?.time ?? 0);
      const used = accepted.filter(({ time }) => time >= (creates[0]?.time ?? 0)).length;
      const { limited } = service.counts();
      console.log(
        `${all.length} links by two browsers (${from}): ${used} requests in ${(took / windowMs).toFixed(2)} windows, ` +
          `${(used / limit / (took / windowMs)).toFixed(2)} of the limit, ${limited} refused`,
      );
      // Each link was sent once; other requests count, too.
      expect(creates).toHaveLength(all.length);
      expect(took / windowMs).toBeLessThanOrEqual(mostWindows + (used - creates.length) / (0.8 * limit));
      // Each learns of the other only by its own next answer: occasionally both take the last slot.
      expect(limited).toBeLessThanOrEqual(0.1 * requests.length);
      first.running.assertClean();
      second.running.assertClean();
    },
    360_000,
  );
});
