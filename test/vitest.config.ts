import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/browser/**', 'test/house.test.ts', 'test/size.test.ts'],
          // Only a test that hangs runs into it: a laden machine takes several times what a quiet one does.
          testTimeout: 30_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      // These read what the build made, so they come after it.
      {
        extends: true,
        test: { name: 'built', include: ['test/house.test.ts', 'test/size.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          setupFiles: ['test/browser/setup/worker-stops.ts'],
          // A browser starts in about a second; a laden CI machine takes several.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
