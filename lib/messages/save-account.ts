/** Changes e-mail address and password of the account; what is empty stays as it is. */
import type { Failure } from '../api/failure.ts';
import { sendManageRequest, withRetry } from './client.ts';
import type { RequestOf } from './protocol.ts';

export type SaveResult = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

/** Repeated until it is answered: setting the same a second time changes nothing more. Never throws. */
export async function saveAccount(fields: Omit<RequestOf<'save-account'>, 'id'>): Promise<SaveResult> {
  const request = { ...fields, id: crypto.randomUUID() };
  try {
    for (;;) {
      const reply = await withRetry(() => sendManageRequest('save-account', request));
      if (reply.ok === true) return { ok: true };
      if (reply.ok === false) return reply;
    }
  } catch {
    return { ok: false, failure: { kind: 'internal' } };
  }
}
