/** Changes e-mail address and password of the account; what is empty stays as it is. */
import type { Failure } from '../api/failure.ts';
import { readDone } from '../api/pagination.ts';
import { askManage } from './manage-client.ts';
import { insist } from './client.ts';
import type { RequestOf } from './protocol.ts';

export type Saved =
  /** `message`: the service's own words. */
  { readonly ok: true; readonly message: string | null } | { readonly ok: false; readonly failure: Failure };

/** Repeated until it is answered: setting the same a second time changes nothing more. Never throws. */
export async function saveAccount(fields: Omit<RequestOf<'save-account'>, 'id'>): Promise<Saved> {
  const request = { ...fields, id: crypto.randomUUID() };
  try {
    for (;;) {
      const reply = await insist(() => askManage('save-account', request));
      if (reply.ok === true) return { ok: true, message: withoutPassword(reply.body, fields.password) };
      if (reply.ok === false) return reply;
    }
  } catch {
    return { ok: false, failure: { kind: 'internal' } };
  }
}

/** Words that repeat it are better not shown. */
function withoutPassword(body: unknown, password: string): string | null {
  const { message } = readDone(body);
  return password !== '' && message?.includes(password) === true ? null : message;
}
