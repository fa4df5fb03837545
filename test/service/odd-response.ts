/** Answers that violate HTTP, written straight to the socket. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

export interface PlainResponse {
  readonly status: number;
  /** A list sends the header more than once. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /**
   * `whole` (default); `cut`: the socket dies after the body, the response unfinished; `stall`: silence after the body;
   * `endless`: the body again and again until the client goes.
   */
  readonly end?: 'whole' | 'cut' | 'stall' | 'endless';
}

/** `destroy`: the socket dies before any byte; `hang`: no byte ever comes. */
export type OddResponse = PlainResponse | 'destroy' | 'hang';

/** Resolves with the status sent, or null when none was. */
export async function writeResponse(target: ServerResponse, response: OddResponse): Promise<number | null> {
  if (response === 'hang' || target.destroyed) return null;
  if (response === 'destroy') {
    target.socket?.destroy();
    return null;
  }
  const { status, headers = {}, body = '', end = 'whole' } = response;
  target.statusCode = status;
  for (const [name, value] of Object.entries(headers))
    target.setHeader(name, typeof value === 'string' ? value : [...value]);
  if (end === 'whole') {
    target.end(body);
    return status;
  }
  await new Promise<void>((resolve) => target.write(body === '' ? ' ' : body, () => resolve()));
  if (end === 'cut') target.socket?.destroy();
  if (end === 'endless') {
    // Written at the reader's pace, so that a test of a size cap does not fill the memory of the service.
    const closed = once(target, 'close');
    while (!target.destroyed) {
      if (target.write(body)) await new Promise((resolve) => setImmediate(resolve));
      else await Promise.race([once(target, 'drain'), closed]);
    }
  }
  return status;
}
