/** Submits a command of this page, with its id, its time, and whether the window is private. */
import { isIncognito } from '../../lib/browser/incognito.ts';
import { failureOf } from '../../lib/messages/client.ts';
import { submitCommand } from '../../lib/messages/submit-command.ts';
import type { SectionDeps } from './section-deps.ts';

export const submit: SectionDeps['submit'] = async (body, id = crypto.randomUUID()) => {
  try {
    const outcome = await submitCommand({ ...body, id, at: Date.now(), private: isIncognito() });
    const { state, result, failure } = outcome;
    return state === 'done' ? { ok: true, result } : { ok: false, failure };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
};
