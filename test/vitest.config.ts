import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { isSoak, soakTimeoutMs } from './support/fuzz.ts';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, the longest first, so that all workers end at about the same time. A fresh clone knows no
 * durations, and would begin with the largest files: those that only wait for alarms and limits are small. At any time one
 * of three workers waits, and two are busy.
 */
const waiting = ['bulk', 'worker-killed', 'worker-killed-at', 'idle', 'shared-key', 'firefox-idle', 'mirror'];
const busy = [
  ['popup', 'options'],
  ['accessibility', 'link-options'],
  ['sections', 'language-layout'],
  ['triggers', 'activity'],
  ['multiple-windows', 'placements'],
  ['reuse', 'network-faults'],
  ['bulk-firefox', 'pressed-again'],
];
const early = waiting.flatMap((name, at) => [name, ...(busy[at] ?? [])]);

class EarlyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = early.findIndex((name) => moduleId.endsWith(`/browser/${name}.test.ts`));
      return at === -1 ? early.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

const timeoutMs = process.env['STOP_WORKER'] === '1' ? 180_000 : 120_000;

export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    sequence: { sequencer: EarlyFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Each file has a world of its own in either; a thread's is made sooner than a process's.
          pool: 'threads',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/browser/**', 'test/built/**'],
          // Only a test that hangs runs into it: a loaded machine takes several times what a quiet one does, and the soak plays
          // many times the rounds.
          testTimeout: isSoak ? soakTimeoutMs : 30_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      // These read what the build made, so they come after it.
      {
        extends: true,
        test: { name: 'built', include: ['test/built/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          setupFiles: ['test/browser/setup/worker-stops.ts'],
          // A browser starts in about a second; a loaded CI machine takes several. With the worker stopped all the time, each
          // wait may take half a minute longer (test/browser/harness/wait.ts).
          testTimeout: timeoutMs,
          hookTimeout: timeoutMs,
        },
      },
    ],
  },
});
