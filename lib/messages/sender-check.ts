/** Accepts messages of this extension's own pages and background only: others may know its id, too. */
export interface Sender {
  readonly id?: string | undefined;
  readonly origin?: string | undefined;
  readonly url?: string | undefined;
}

/**
 * Internal means our id and our origin: a page of ours in a tab has `sender.tab` set, which proves nothing.
 * Chromium's worker and Firefox before 126 have no `sender.origin`; there the URL decides.
 */
export function isOwnPage(sender: Sender, id: string, origin: string): boolean {
  if (sender.id !== id) return false;
  return sender.origin === undefined
    ? sender.url?.startsWith(`${origin}/`) === true
    : sender.origin === origin;
}
