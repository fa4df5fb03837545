// The tour of `npm start -- --tour`: what a newcomer runs first goes by the extension as it is now.
import { expect, it } from 'vitest';
import { startService } from '../service/start.ts';
import { runTour } from '../tools/tour.ts';

it('holds at every step', async () => {
  await using service = await startService({ demo: true, limit: 30 });
  expect(await runTour(service)).toBe(true);
}, 120_000);
