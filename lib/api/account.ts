/** The account behind the key (API §2, §4). */
import * as z from 'zod/mini';
import { getCall, type Call } from './call.ts';
import { id, text, timestamp, webAddress } from './coerce.ts';
import { withoutEmpty } from './without-empty.ts';
import { expectValue, readRecord } from './response-fields.ts';
import { changeCall } from './record-calls.ts';

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

export const getAccount = (): Call<Account> =>
  getCall('/api/account', (body) => expectValue(readRecord(body, accountRecord)));

/** What is empty stays as it is. */
export const updateAccount = (fields: {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}): Call<true> =>
  changeCall('PUT', '/api/account/update', withoutEmpty({ email: fields.email, password: fields.password }));
