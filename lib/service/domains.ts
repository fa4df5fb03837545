/** Branded domains: own hosts for short links (API §2, §4). */
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { type Id, id, idInPath, requiredText, webAddress, withoutEmpty } from './fields.ts';
import { type Created, type Done, listCall, type PageQuery, readCreated, readDone } from './list.ts';

export const domainRecord = z.object({
  id,
  /** With its scheme; a new link must name it exactly like this (field notes). */
  domain: requiredText,
  redirectroot: webAddress,
  redirect404: webAddress,
});
export type Domain = z.infer<typeof domainRecord>;

export interface DomainRedirects {
  readonly redirectroot?: string | undefined;
  readonly redirect404?: string | undefined;
}

export function listDomains(query: PageQuery = {}) {
  return listCall('/api/domains', 'domains', domainRecord, query);
}

/** The domain must already point to the service's servers. */
export function addDomain(fields: DomainRedirects & { readonly domain: string }): Call<Created> {
  const { domain, redirectroot, redirect404 } = fields;
  return {
    method: 'POST',
    path: '/api/domain/add',
    body: { domain, ...withoutEmpty({ redirectroot, redirect404 }) },
    read: readCreated,
    repeatable: false,
  };
}

/** The name of a domain can't be changed. */
export function updateDomain(domainId: Id, { redirectroot, redirect404 }: DomainRedirects): Call<Done> {
  return {
    method: 'PUT',
    path: `/api/domain/${idInPath(domainId)}/update`,
    body: withoutEmpty({ redirectroot, redirect404 }),
    read: readDone,
    repeatable: true,
  };
}

export function deleteDomain(domainId: Id): Call<Done> {
  return {
    method: 'DELETE',
    path: `/api/domain/${idInPath(domainId)}/delete`,
    read: readDone,
    repeatable: true,
  };
}
