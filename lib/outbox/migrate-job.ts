/** Jobs as the journal stores them: reads those of this version or an older one. */
import * as z from 'zod/mini';
import { isObject } from '../api/is-object.ts';
import { renameKeys } from '../storage/migrations.ts';
import { initialState, jobSchema, jobVersion, type Job, type SendSnapshot } from './job.ts';

type StoredObject = Readonly<Record<string, unknown>>;

/** Version 1 of the journal stored only the time of the send, and nothing to look up by. */
const firstVersion = z.object({
  state: z.custom<{ readonly name: string; readonly at?: number; readonly made?: unknown }>(
    (state) => isObject(state) && typeof state['name'] === 'string',
  ),
});

function migrateFirstVersion(raw: StoredObject): StoredObject {
  const old = firstVersion.safeParse(raw);
  if (!old.success) return raw;
  const { state } = old.data;
  const sending: SendSnapshot = { at: state.at ?? 0, serverAt: null, newest: null };
  const { made } = state;
  const states: Record<string, object> = {
    queued: initialState,
    sent: { name: 'sent', tries: 1, sending },
    // It was final in version 1, and shown to the user, who can still retry it, with a lookup first.
    unknown: { ...state, name: 'refused', sending },
    refused: { ...state, sending: null },
    done: { ...state, made: typeof made === 'object' ? { ...made, existing: false } : made },
  };
  return {
    ...raw,
    version: 2,
    mark: null,
    state: Object.hasOwn(states, state.name) ? states[state.name] : state,
  };
}

/** Version 2 called the command `ask`. */
function migrateSecondVersion(raw: StoredObject): StoredObject {
  return { ...renameKeys(raw, { ask: 'command' }), version: 3 };
}

/** Version 3 had other names for some properties. */
function migrateThirdVersion(raw: StoredObject): StoredObject {
  const job = renameKeys(raw, { mark: 'noteTag', taken: 'claimed' });
  const { state } = job;
  return {
    ...job,
    version: jobVersion,
    state: isObject(state) ? renameKeys(state, { made: 'result', failedLooks: 'failedLookups' }) : state,
  };
}

/** A stored job of this version or an older one; `null` for anything else. */
export function parseJob(raw: unknown): Job | null {
  const job = jobSchema.safeParse(isObject(raw) ? renameKeys(migrate(raw), { seen: 'acknowledged' }) : raw);
  return job.success ? job.data : null;
}

/** The stored form, where `acknowledged` has its first name. */
export function toStoredJob(job: Job): StoredObject {
  return renameKeys(job, { acknowledged: 'seen' });
}

function migrate(raw: StoredObject): StoredObject {
  let job = 'version' in raw ? raw : migrateFirstVersion(raw);
  if (job['version'] === 2) job = migrateSecondVersion(job);
  if (job['version'] === 3) job = migrateThirdVersion(job);
  return job;
}
