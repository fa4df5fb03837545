/** Puts an ask of this page: the intent first, so that it is lost with nothing, then the nudge. */
import { writeStored } from '../../lib/browser/stored.ts';
import { intentPrefix } from '../../lib/messages/intent-key.ts';
import { takeUp } from '../../lib/messages/take-up.ts';
import type { RoomParts } from './room-parts.ts';

export const put: RoomParts['put'] = async (body, id = crypto.randomUUID()) => {
  const ask = { ...body, id, at: Date.now(), private: false };
  try {
    const outcome = await takeUp(ask, 'local', writeStored('local', intentPrefix + ask.id, ask));
    const { state, made, failure } = outcome;
    return state === 'done' ? { ok: true, made } : { ok: false, failure };
  } catch {
    return { ok: false, failure: null };
  }
};
