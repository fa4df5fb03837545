/** Reads jobs from the journal, of this version or an older one. */
import * as z from 'zod/mini';
import { isObject } from '../api/is-object.ts';
import { initialState, jobSchema, jobVersion, type Job, type SendSnapshot } from './job.ts';

/** Version 1 of the journal stored only the time of the send, and nothing to look up by. */
const firstVersion = z.object({
  state: z.custom<{ readonly name: string; readonly at?: number; readonly made?: unknown }>(
    (state) => isObject(state) && typeof state['name'] === 'string',
  ),
});

function migrateFirstVersion(raw: object): unknown {
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
    version: jobVersion,
    mark: null,
    state: Object.hasOwn(states, state.name) ? states[state.name] : state,
  };
}

/** A stored job of this version or an older one; `null` for anything else. */
export function parseJob(raw: unknown): Job | null {
  const known = isObject(raw) && !('version' in raw) ? migrateFirstVersion(raw) : raw;
  const job = jobSchema.safeParse(known);
  return job.success ? job.data : null;
}
