/**
 * The keeper's seat, wherever that is (docs/decisions/0009): the mirror's keeper and the runner of bulks for one account
 * at a time. Whatever either of them wants of the service or the outbox, it asks the background for.
 */
import { createBulkRunner, type BulkRunner, type BulksLeft } from '../bulk/bulk-runner.ts';
import type { MessageKind, ReplyOf, RequestOf } from '../messages/protocol.ts';
import { createApiReader } from '../messages/api-reader.ts';
import { createChangeChannel } from '../mirror/change-channel.ts';
import { openExisting, type MirrorDatabase } from '../mirror/database.ts';
import { createMirrorSync, type MirrorSync, type SyncResult } from '../mirror/sync/mirror-sync.ts';
import { retryAfterMs } from '../mirror/sync/sync-run.ts';
import { rotateLog } from '../mirror/leveldb-workaround.ts';
import { failureReach } from '../api/failure.ts';
import type { SyncCommand } from './sync-commands.ts';

type SyncHostKind = Extract<
  MessageKind,
  'read' | 'keep-lists' | 'kept' | 'take-up' | 'standing' | 'cancel' | 'retry' | 'seen'
>;

export interface SyncHostDeps {
  /** Of the background's table. @throws when it did not answer, or could not do it */
  readonly questions: { readonly [K in SyncHostKind]: (request: RequestOf<K>) => Promise<ReplyOf<K>> };
  /** Epoch ms. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly pause: (ms: number) => Promise<void>;
  /** The browser is one that may throw its databases away (lib/mirror/leveldb-workaround.ts). */
  readonly turnsLog?: boolean;
  /** Has the browser keep its databases when the disk fills up; only where that asks the person nothing. */
  readonly persist?: () => Promise<unknown>;
}

interface HostedAccount {
  readonly scope: string;
  readonly keeper: MirrorSync;
  readonly runner: BulkRunner;
  /** How often it was asked to work: the last one tells what is left. */
  asked: number;
  stop(): void;
}

export function createSyncHost({
  questions,
  now,
  newId,
  pause,
  turnsLog = false,
  persist,
}: SyncHostDeps): (task: SyncCommand) => Promise<void> {
  let seated: HostedAccount | null = null;

  function sit(scope: string): HostedAccount {
    const read = (priority: RequestOf<'read'>['priority']) =>
      createApiReader(questions.read, () => scope, priority);
    const teller = createChangeChannel(scope);
    const keeper = createMirrorSync({
      scope,
      read: read('refresh'),
      readAtOnce: read('person'),
      async keepLists(lists, clicks) {
        await questions['keep-lists']({ scope, lists, clicks: [...clicks] });
      },
      now,
      pause,
    });
    const runner = createBulkRunner({
      open: () => openExisting(scope),
      takeUp: questions['take-up'],
      standing: (id) => questions.standing({ id }),
      cancel: (id) => questions.cancel({ id }),
      retry: (id) => questions.retry({ id }),
      seen: (id) => questions.seen({ id }),
      now,
      newId,
      pause,
      changed: () => teller.tell('bulk'),
      secure: turnsLog ? secure : undefined,
    });
    return {
      scope,
      keeper,
      runner,
      asked: 0,
      stop() {
        keeper.stop();
        runner.stop();
        teller.close();
      },
    };
  }

  /** What bulks have left, which goes before everything else. */
  function keptOf(left: BulksLeft): Partial<RequestOf<'kept'>> {
    // In a database that can't be opened now: the background's alarm has it looked at again.
    if (left === 'unread') return { more: true, at: now() + retryAfterMs };
    return left === 'waits' ? { more: true, at: 0, waits: true } : {};
  }

  async function secure(database: MirrorDatabase): Promise<void> {
    // Refused or not, nothing else can be done about it.
    persist?.().catch(() => undefined);
    await rotateLog(database);
  }

  function seatOf(scope: string): HostedAccount {
    if (seated?.scope === scope) return seated;
    seated?.stop();
    seated = sit(scope);
    return seated;
  }

  /** Until nothing is left that it could do by itself. */
  async function work(
    one: HostedAccount,
    { force, asked }: Extract<SyncCommand, { task: 'keep' }>,
  ): Promise<void> {
    const mine = ++one.asked;
    let bulksLeft: BulksLeft = 'nothing';
    const bulks = one.runner.run().then((it) => {
      bulksLeft = it;
      return 'over';
    });
    let left = await one.keeper.keep(force);
    // What has failed is tried again while a bulk is under way, for nobody else would ask.
    while ((await Promise.race(isHopeful(left) ? [bulks, pause(left.at - now())] : [bulks])) !== 'over')
      left = await one.keeper.keep(false);
    if (mine !== one.asked || seated !== one) return;
    const { scope } = one;
    const at = left.left === 'nothing' ? 0 : left.at;
    await questions.kept({ more: isHopeful(left), at, ...keptOf(bulksLeft), scope, asked });
  }

  // Settles when nothing of the task is under way any more: then the page it is in may be closed.
  return async (task) => {
    if (task.task === 'let-go') {
      seated?.stop();
      seated = null;
      return;
    }
    const one = seatOf(task.scope);
    // What is left undone is taken up by the background's next start: it has not heard that it is done.
    if (task.task === 'keep') await work(one, task).catch(() => undefined);
    else await one.keeper.note(task.ended);
  };
}

/** Worth trying again before the user does something. */
const isHopeful = (left: SyncResult): left is Exclude<SyncResult, { readonly left: 'nothing' }> =>
  left.left === 'more' &&
  (left.failure === null || ['request', 'temporary'].includes(failureReach(left.failure)));
