/** Requests that pages and the sync host send to the service outside the outbox. */
import { browser } from 'wxt/browser';
import { updateAccount } from '../../../lib/api/account.ts';
import { getCall } from '../../../lib/api/call.ts';
import { readLinkRestrictions } from '../../../lib/api/link-details.ts';
import type { Handlers } from '../../../lib/messages/listener.ts';
import { targetSuggestionsKey } from '../../../lib/storage/target-suggestions.ts';
import type { HandlersDeps } from './handlers-deps.ts';

export function createApiHandlers(deps: HandlersDeps) {
  const { items, connection, callApi, onRead, onDetails, report, ensureStarted } = deps;
  return {
    async 'api-get'({ path, query, ...request }) {
      await ensureStarted();
      const reply = await callApi({
        ...request,
        call: {
          ...getCall(path, (body) => body),
          query,
          // The service answers a search that finds nothing with an error.
          ...('short' in query && { readNotFound: () => null }),
        },
      });
      if (reply.ok === true) {
        onRead(request.scope, path, reply.body).catch(report);
        const link = path.startsWith('/api/url/') ? readLinkRestrictions(reply.body) : null;
        if (link !== null) onDetails(link, request.scope).catch(report);
      }
      return reply;
    },
    async 'save-account'({ email, password, ...request }) {
      await ensureStarted();
      const call = { ...updateAccount({ email, password }), read: (body: unknown) => body };
      const reply = await callApi({ ...request, priority: 'user', call });
      const isCurrent = request.scope === (await connection.scope());
      if (reply.ok === true && email !== '' && isCurrent)
        await items.accountView.update((view) =>
          view.account === null ? view : { ...view, account: { ...view.account, email } },
        );
      return reply;
    },
    async 'store-target-names'({ scope, ...names }) {
      if (scope === (await connection.scope()))
        await browser.storage.local.set({ [targetSuggestionsKey]: { version: 1, ...names } });
      return null;
    },
  } satisfies Partial<Handlers>;
}
