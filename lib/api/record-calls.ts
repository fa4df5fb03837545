/** The calls that add, change or delete a record, similar for every resource (API §4). */
import type { Call } from './call.ts';
import { type Id, idInPath } from './coerce.ts';
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

/** A change has no other result. */
export const readSuccess = (): true => true;

export function updateCall(what: string, id: Id, body: object): Call<true> {
  return {
    method: 'PUT',
    path: `/api/${what}/${idInPath(id)}/update`,
    body: { ...body },
    read: readSuccess,
    idempotent: true,
  };
}

export function deleteCall(what: string, id: Id): Call<true> {
  return {
    method: 'DELETE',
    path: `/api/${what}/${idInPath(id)}/delete`,
    read: readSuccess,
    idempotent: true,
  };
}

/** An item is in it or not: assigning it twice changes nothing more. */
export function assignCall(what: string, to: Id, item: string): Call<true> {
  return {
    method: 'POST',
    path: `/api/${what}/${idInPath(to)}/assign/${item}`,
    read: readSuccess,
    idempotent: true,
  };
}
