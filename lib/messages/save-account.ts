/** Changes e-mail address and password of the account; what is empty stays as it is. */
import type { Failure } from '../api/failure.ts';
import { readActionResult } from '../api/pagination.ts';
import { sendManageRequest, withRetry } from './client.ts';
import type { RequestOf } from './protocol.ts';

export type SaveResult =
  /** `message`: the service's own words. */
  { readonly ok: true; readonly message: string | null } | { readonly ok: false; readonly failure: Failure };

/** Repeated until it is answered: setting the same a second time changes nothing more. Never throws. */
export async function saveAccount(fields: Omit<RequestOf<'save-account'>, 'id'>): Promise<SaveResult> {
  const request = { ...fields, id: crypto.randomUUID() };
  try {
    for (;;) {
      const reply = await withRetry(() => sendManageRequest('save-account', request));
      if (reply.ok === true) return { ok: true, message: messageOf(reply.body, fields.password) };
      if (reply.ok === false) return reply;
    }
  } catch {
    return { ok: false, failure: { kind: 'internal' } };
  }
}

/** The service's message, unless it repeats the password. */
function messageOf(body: unknown, password: string): string | null {
  const { message } = readActionResult(body);
  return password !== '' && message?.includes(password) === true ? null : message;
}
