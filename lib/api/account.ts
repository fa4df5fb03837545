/** The account behind the key (API §2, §4). */
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { id, text, timestamp, webAddress, withoutEmpty } from './coerce.ts';
import { expectValue, readRecord } from './response-fields.ts';
import { readSuccess } from './record-calls.ts';

const accountRecord = z.object({
  id,
  email: text,
  username: text,
  avatar: webAddress,
  /** `pro` appears; the other values are not known. */
  status: text,
  expires: timestamp,
  registered: timestamp,
});
export type Account = z.infer<typeof accountRecord>;

export function getAccount(): Call<Account> {
  return {
    method: 'GET',
    path: '/api/account',
    read: (body) => expectValue(readRecord(body, accountRecord)),
    idempotent: true,
  };
}

export function updateAccount(fields: {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}): Call<true> {
  const { email, password } = fields;
  return {
    method: 'PUT',
    path: '/api/account/update',
    body: withoutEmpty({ email, password }),
    read: readSuccess,
    idempotent: true,
  };
}
