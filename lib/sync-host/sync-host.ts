/**
 * Runs the mirror's sync and the bulk runner for one account at a time, in the context that the browser allows
 * (docs/decisions/0009). Both reach the service and the outbox through messages to the background only.
 */
import type { BulksLeft } from '../bulk/bulk-runner-deps.ts';
import { BulkRunner } from '../bulk/bulk-runner.ts';
import type { MessageKind, ReplyOf, RequestOf } from '../messages/protocol.ts';
import { createApiReader } from '../messages/api-reader.ts';
import { createMirrorEvents } from '../mirror/mirror-events.ts';
import { openExisting, type MirrorDatabase } from '../mirror/database.ts';
import { MirrorSync } from '../mirror/sync/mirror-sync.ts';
import { type SyncResult, retryAfterMs } from '../mirror/sync/sync-run.ts';
import { rotateLog } from '../mirror/rotate-leveldb-log.ts';
import { failureReach } from '../api/failure.ts';
import type { SyncCommand } from './sync-commands.ts';

type SyncHostKind = Extract<
  MessageKind,
  | 'api-get'
  | 'sync-results'
  | 'sync-finished'
  | 'submit-row'
  | 'job-status'
  | 'cancel'
  | 'retry'
  | 'acknowledge'
>;

export interface SyncHostDeps {
  /** Requests to the background. @throws when it did not answer, or failed */
  readonly requests: { readonly [K in SyncHostKind]: (request: RequestOf<K>) => Promise<ReplyOf<K>> };
  /** Epoch ms. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly delay: (ms: number) => Promise<void>;
  /** Called with a bug, or an error of the background: what it belongs to is tried again later. */
  readonly report: (error: unknown) => void;
  /** The browser may delete its databases (lib/mirror/rotate-leveldb-log.ts). */
  readonly rotatesLog?: boolean;
  /** Protects the databases from deletion when the disk fills up; only where that does not prompt the user. */
  readonly persist?: () => Promise<unknown>;
}

type HostedAccount = ReturnType<typeof createHostedAccount>;

export function createSyncHost(deps: SyncHostDeps): (command: SyncCommand) => Promise<void> {
  let hosted: HostedAccount | null = null;

  function accountOf(scope: string): HostedAccount {
    if (hosted?.scope === scope) return hosted;
    hosted?.stop();
    hosted = createHostedAccount(scope, deps);
    return hosted;
  }

  // Settles when nothing of the command is in progress any more: then the page it runs in may be closed.
  return async (command) => {
    if (command.task === 'stop') {
      hosted?.stop();
      hosted = null;
      return;
    }
    const account = accountOf(command.scope);
    const isHosted = () => hosted === account;
    // A failed sync is repeated by the background's next start: it has received no report.
    if (command.task === 'sync') await runAndReport(account, command, deps, isHosted).catch(deps.report);
    else await account.sync.applyChange(command.ended);
  };
}

function createHostedAccount(scope: string, deps: SyncHostDeps) {
  const { requests, now, newId, delay, report, rotatesLog = false, persist } = deps;
  const read = (priority: RequestOf<'api-get'>['priority']) =>
    createApiReader(requests['api-get'], () => scope, priority);
  const changes = createMirrorEvents(scope);
  const sync = new MirrorSync({
    scope,
    read: read('background'),
    readUrgently: read('user'),
    reportSync: async (results) =>
      void (await requests['sync-results']({ lists: {}, clicks: [], gone: [], ...results, scope })),
    now,
    delay,
    report,
  });
  const runner = new BulkRunner({
    open: () => openExisting(scope),
    submit: (command, lost) => requests['submit-row']({ scope, command, lost }),
    statusOf: (id) => requests['job-status']({ id }),
    cancel: (id) => requests.cancel({ id }),
    retry: (id) => requests.retry({ id }),
    acknowledge: (id) => requests.acknowledge({ id }),
    newId,
    delay,
    report,
    changed: () => changes.announce('bulk'),
    protectDatabase: rotatesLog ? (database) => protectDatabase(database, persist) : undefined,
  });
  return {
    scope,
    sync,
    runner,
    /** The number of `sync` commands so far: only the last one reports what is left. */
    commandCount: 0,
    /** The highest number the background gave a command. Commands may overtake each other, and the report is about them all. */
    requestNumber: 0,
    stop(): void {
      sync.stop();
      runner.stop();
      changes.close();
    },
  };
}

async function protectDatabase(database: MirrorDatabase, persist: SyncHostDeps['persist']): Promise<void> {
  // Granted or not, nothing else can be done about it.
  persist?.().catch(() => undefined);
  await rotateLog(database);
}

/** Runs bulks and the sync until neither can do anything more on its own, and reports what is left. */
async function runAndReport(
  account: HostedAccount,
  { force, requestNumber }: Extract<SyncCommand, { task: 'sync' }>,
  { requests, now, delay }: SyncHostDeps,
  isHosted: () => boolean,
): Promise<void> {
  const commandNumber = ++account.commandCount;
  account.requestNumber = Math.max(account.requestNumber, requestNumber);
  let bulksLeft: BulksLeft = 'nothing';
  const bulks = account.runner.run().then((left) => {
    bulksLeft = left;
    return 'over';
  });
  let result = await account.sync.run({ force });
  const isLatest = () => commandNumber === account.commandCount && isHosted();
  // A failed sync is retried while a bulk is active: nothing else would trigger it. Once is enough for all commands.
  while (
    (await Promise.race(isRetryable(result) ? [bulks, delay(result.at - now())] : [bulks])) !== 'over' &&
    isLatest()
  )
    result = await account.sync.run();
  if (!isLatest()) return;
  const at = result.left === 'nothing' ? 0 : result.at;
  const more = isRetryable(result);
  await requests['sync-finished']({
    more,
    at,
    ...describeBulksLeft(bulksLeft, now()),
    scope: account.scope,
    requestNumber: account.requestNumber,
  });
}

/** The shortest time of an alarm: a database that a killed process still holds is free again by then. */
export const unreadRetryMs = 30_000;

/** The rest of the bulks takes precedence over the rest of the sync. */
function describeBulksLeft(left: BulksLeft, now: number): Partial<RequestOf<'sync-finished'>> {
  // The background's alarm has both tried again: a database that can't be opened, and a list that can't be read.
  if (left === 'unread') return { more: true, at: now + unreadRetryMs };
  if (left === 'parked') return { more: true, at: now + retryAfterMs };
  return left === 'waits' ? { more: true, at: 0, waits: true } : {};
}

const isRetryable = (result: SyncResult): result is Exclude<SyncResult, { readonly left: 'nothing' }> =>
  result.left === 'more' &&
  (result.failure === null || ['request', 'temporary'].includes(failureReach(result.failure)));
