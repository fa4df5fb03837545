/** Puts an ask of this page: the intent first, so that it is lost with nothing, then the nudge. */
import { areaHere, inPrivateWindow } from '../../lib/browser/incognito.ts';
import { writeStored } from '../../lib/browser/storage.ts';
import { intentPrefix } from '../../lib/storage/intent-key.ts';
import { takeUp } from '../../lib/messages/submit-command.ts';
import type { RoomParts } from './section-deps.ts';

export const put: RoomParts['put'] = async (body, id = crypto.randomUUID()) => {
  const ask = { ...body, id, at: Date.now(), private: inPrivateWindow() };
  const area = areaHere();
  try {
    const outcome = await takeUp(ask, area, writeStored(area, intentPrefix + ask.id, ask));
    const { state, made, failure } = outcome;
    return state === 'done' ? { ok: true, made } : { ok: false, failure };
  } catch {
    // Stored neither as an intent nor as a job.
    return { ok: false, failure: { kind: 'not-stored' } };
  }
};
