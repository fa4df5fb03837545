/** Listens for messages in the background: answers this extension's own pages only, and only requests that fit their schema. */
import { browser } from 'wxt/browser';
import { isOwnPage, type Sender } from './sender-check.ts';
import { envelopeSchema, protocol, type MessageKind, type ReplyOf, type RequestOf } from './protocol.ts';

export type Handlers = { readonly [K in MessageKind]: (request: RequestOf<K>) => Promise<ReplyOf<K>> };

/** Thrown by a handler that could not store what it was sent: the page gets this reason. */
export class NotStored extends Error {}

/** Adds the listener immediately, in the worker's first turn. */
export function listen(handlers: Handlers, report: (error: unknown) => void): void {
  const origin = browser.runtime.getURL('/').replace(/\/$/u, '');

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- ties the request to the kind inside
  async function reply<K extends MessageKind>(kind: K, raw: unknown): Promise<unknown> {
    const request = protocol[kind].safeParse(raw);
    if (!request.success) return { ok: false, problem: 'bad-request' };
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above by the schema of this kind
      return { ok: true, value: await handlers[kind](request.data as RequestOf<K>) };
    } catch (error) {
      report(error);
      return { ok: false, problem: error instanceof NotStored ? 'not-stored' : 'failed' };
    }
  }

  browser.runtime.onMessage.addListener(
    (message: unknown, sender: Sender, respond: (reply: unknown) => void): true | undefined => {
      if (!isOwnPage(sender, browser.runtime.id, origin)) return undefined;
      const envelope = envelopeSchema.safeParse(message);
      if (!envelope.success) return undefined;
      reply(envelope.data.kind, envelope.data.request).then(respond).catch(report);
      // Keeps the reply channel open in both browsers; a promise does so in one of them only.
      return true;
    },
  );
}
