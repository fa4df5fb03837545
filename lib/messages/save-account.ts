/** Changes e-mail address and password of the account; what is empty stays as it is. */
import type { Failure } from '../api/failure.ts';
import { untilAnswered } from './api-reader.ts';
import { failureOf, sendManageRequest, withRetry } from './client.ts';
import type { RequestOf } from './protocol.ts';

export type SaveResult = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

/** Repeated until it is answered: setting the same a second time changes nothing more. Never throws. */
export async function saveAccount(fields: Omit<RequestOf<'save-account'>, 'id'>): Promise<SaveResult> {
  const request = { ...fields, id: crypto.randomUUID() };
  try {
    const reply = await untilAnswered(() => withRetry(() => sendManageRequest('save-account', request)));
    return reply.ok ? { ok: true } : reply;
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}
