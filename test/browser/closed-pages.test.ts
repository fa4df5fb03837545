// Memory after a manage tab is closed: pages of the extension share one process, whose documents are counted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExtensionPage, until, type PageDriver } from './harness/index.ts';
import { explainFailures, startConnected, type Scene } from './setup/connected.ts';
import { msg } from '../support/texts.ts';

describe('closed manage tabs', () => {
  let scene: Scene;
  let watching: PageDriver;
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
    watching = await openExtensionPage(scene.running, 'manage.html#activity');
    await watching.waitFor('heading', msg('activity'));
    await watching.session.send('Performance.enable');
  });
  afterAll(() => scene.close());

  /** Documents of the whole process. @param collected after a garbage collection */
  async function documents(collected: boolean): Promise<number> {
    if (collected) await watching.session.send('HeapProfiler.collectGarbage');
    const { metrics } = await watching.session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'Documents')?.value ?? NaN;
  }

  it.each(['links', 'campaigns', 'channels', 'bulk', 'activity', 'account'])(
    'leave no page of the section %s in memory',
    async (section) => {
      const before = await documents(true);
      for (let tab = 0; tab < 3; tab++) {
        const page = await openExtensionPage(scene.running, `manage.html#${section}`);
        await until(`the section ${section}`, () =>
          page.evaluate(() => document.querySelector('h2') !== null || undefined),
        );
        // Else another process than this one is counted.
        expect(await documents(false)).toBeGreaterThan(before);
        await page.close();
      }
      const held = await documents(false);
      await until(
        `the pages of ${section} to be let go (${before} before, ${held} without a collection)`,
        async () => ((await documents(true)) <= before ? true : undefined),
      );
      expect(await documents(true)).toBeLessThanOrEqual(before);
    },
  );
});
