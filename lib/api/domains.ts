/** Branded domains: own hosts for short links (API §2, §4). */
import * as z from 'zod/mini';
import { id, requiredText, webAddress } from './coerce.ts';
import type { Id } from './ids.ts';
import { withoutEmpty } from './without-empty.ts';
import { listCall, type PageQuery } from './pagination.ts';
import { addCall, updateCall } from './record-calls.ts';

const domainRecord = z.object({
  id,
  /** With its scheme; a new link must name it exactly like this. */
  domain: requiredText,
  redirectroot: webAddress,
  redirect404: webAddress,
});
export type Domain = z.infer<typeof domainRecord>;

interface DomainRedirects {
  readonly redirectroot?: string | undefined;
  readonly redirect404?: string | undefined;
}

export function listDomains(query: PageQuery = {}) {
  return listCall('/api/domains', 'domains', domainRecord, query);
}

const sent = ({ redirectroot, redirect404 }: DomainRedirects) => ({ redirectroot, redirect404 });

/** The domain must already point to the service's servers. */
export function addDomain({ domain, ...redirects }: DomainRedirects & { readonly domain: string }) {
  return addCall('domain', { domain, ...withoutEmpty(sent(redirects)) });
}

/** The name of a domain can't be changed. An empty redirect takes it away. */
export function updateDomain(domainId: Id, redirects: DomainRedirects) {
  return updateCall('domain', domainId, sent(redirects));
}
