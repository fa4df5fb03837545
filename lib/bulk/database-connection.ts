/** The account's database for the bulk runner: opened when it is first needed, and again whenever it fails. */
import { isDatabaseFailure, type MirrorDatabase } from '../mirror/database.ts';
import type { BulkRunnerDeps } from './bulk-runner-deps.ts';

const retryMs = [100, 500, 2_000, 5_000, 15_000, 30_000] as const;

export const retryDelayMs = (failures: number): number =>
  retryMs[Math.min(failures, retryMs.length - 1)] ?? 0;

export type DatabaseConnection = ReturnType<typeof createDatabaseConnection>;

export function createDatabaseConnection(
  deps: Pick<BulkRunnerDeps, 'open' | 'delay' | 'report'>,
  signal: AbortSignal,
) {
  let opening: Promise<MirrorDatabase | null> | null = null;

  function close(): void {
    // A database that did not open needs no closing.
    opening?.then((database) => database?.close()).catch(() => undefined);
    opening = null;
  }

  return {
    close,

    /** Retries until it works, because unstored results would be lost. `null` once aborted, or without a database. */
    async use<T>(act: (database: MirrorDatabase) => Promise<T>): Promise<T | null> {
      for (let failures = 0; !signal.aborted; failures++) {
        opening ??= deps.open();
        const mine = opening;
        try {
          const database = await mine;
          if (database !== null) return await act(database);
          close();
          return null;
        } catch (error) {
          if (!isDatabaseFailure(error)) deps.report(error);
          // It may have been closed under us; opened again, it has everything that was written.
          if (opening === mine) close();
          await deps.delay(retryDelayMs(failures));
        }
      }
      return null;
    },

    /** Tries for about a minute: keeping the worker awake for longer would drain the battery for nothing. */
    async canOpen(): Promise<boolean> {
      for (const wait of retryMs) {
        if (signal.aborted) return true;
        opening ??= deps.open();
        try {
          await opening;
          return true;
        } catch {
          opening = null;
          await deps.delay(wait);
        }
      }
      return false;
    },
  };
}
