/** An outbox whose sends and lookups have the listed results, for idempotent commands. */
import type { Outcome } from '../../../lib/api/call.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { jobResult, type JobResult } from '../../../lib/outbox/job-result.ts';
import { Outbox } from '../../../lib/outbox/outbox.ts';
import type { RemoteRecord } from '../../../lib/outbox/remote-record.ts';
import { MemoryJournal, noEffects } from '../../support/fake-outbox.ts';
import { bad, good } from '../../support/samples.ts';

/** The result of a command that makes no record. */
const created: JobResult = jobResult({});
/** An outbox whose clock advances with each sleep. */
export function world({
  sends,
  looks = [],
  journal = new MemoryJournal(),
}: {
  /** `never`: it has not been answered yet. */
  readonly sends: readonly (Failure | 'done' | 'never')[];
  readonly looks?: readonly (readonly RemoteRecord[])[];
  readonly journal?: MemoryJournal;
}) {
  const seen = { now: 1_000, sends: 0, looks: 0, sent: new Array<string>() };
  const outbox = new Outbox({
    ...noEffects,
    journal,
    async send({ command }, { beforeSend }): Promise<Outcome<JobResult>> {
      await beforeSend({ newest: null, serverAt: null });
      seen.sent.push(command.id);
      const fate = sends[Math.min(seen.sends++, sends.length - 1)] ?? 'done';
      if (fate === 'never') return new Promise(() => {});
      return fate === 'done' ? good(created) : bad(fate);
    },
    lookUp: async () => good(looks[Math.min(seen.looks++, looks.length - 1)] ?? []),
    blockingFailure: async () => null,
    preferences: async () => ({ creationDelayMs: 0, tagNote: false, onAmbiguous: 'ask' }),
    scope: async () => 'here',
    online: () => true,
    now: () => seen.now,
    delay: async (ms) => void (seen.now += ms),
    random: () => 0.5,
    onChange: () => {},
    onBlockChange: () => {},
    report: () => {},
  });
  return { outbox, seen, journal };
}
