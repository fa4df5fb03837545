/** The calls that add, change or delete a record, similar for every resource (API §4). */
import type { Call } from './call.ts';
import { type Id, idInPath } from './ids.ts';
import { type Created, readCreated } from './response-fields.ts';

/** Reads only the id of the new record from the response: the rest differs from server to server. */
export function addCall(what: string, body: object): Call<Created> {
  return {
    method: 'POST',
    path: `/api/${what}/add`,
    body: { ...body },
    read: readCreated,
    idempotent: false,
  };
}

/** A change has no other result than that it was made. */
export const changeCall = (
  method: 'PUT' | 'DELETE' | 'POST',
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Call<true> => ({ method, path, ...(body && { body }), read: () => true, idempotent: true });

export const updateCall = (what: string, id: Id, body: object): Call<true> =>
  changeCall('PUT', `/api/${what}/${idInPath(id)}/update`, { ...body });

/** Deleting a channel also takes every item out of it. */
export const deleteCall = (what: 'campaign' | 'channel' | 'domain', id: Id): Call<true> =>
  changeCall('DELETE', `/api/${what}/${idInPath(id)}/delete`);

/** An item is in it or not: assigning it twice changes nothing more. */
export const assignCall = (what: string, to: Id, item: string): Call<true> =>
  changeCall('POST', `/api/${what}/${idInPath(to)}/assign/${item}`);
