/** Puts an ask of this page: the intent first, so that it is lost with nothing, then the nudge. */
import { draftArea, isIncognito } from '../../lib/browser/incognito.ts';
import { writeStorage } from '../../lib/browser/storage.ts';
import { intentKey } from '../../lib/storage/keys.ts';
import { submitCommand } from '../../lib/messages/submit-command.ts';
import type { SectionDeps } from './section-deps.ts';

export const submit: SectionDeps['submit'] = async (body, id = crypto.randomUUID()) => {
  const ask = { ...body, id, at: Date.now(), private: isIncognito() };
  const area = draftArea();
  try {
    const outcome = await submitCommand(ask, area, writeStorage(area, intentKey(ask.id), ask));
    const { state, made, failure } = outcome;
    return state === 'done' ? { ok: true, made } : { ok: false, failure };
  } catch {
    // Stored neither as an intent nor as a job.
    return { ok: false, failure: { kind: 'not-stored' } };
  }
};
