// Before each file of the browser tests: with STOP_WORKER=1, reports afterwards how many messages met a stopped worker.
import { afterAll, expect } from 'vitest';
import { counts, stopsWorker } from '../harness/worker-stops.ts';

afterAll(() => {
  if (!stopsWorker) return;
  const { stopped, asleep, spared, mute } = counts;
  if (stopped + asleep + spared === 0) return;
  console.log(
    `Messages that met a worker stopped for them: ${stopped}; asleep: ${asleep}; spared: ${spared}; mute: ${mute}.`,
  );
  expect(stopped).toBeGreaterThan(0);
});
