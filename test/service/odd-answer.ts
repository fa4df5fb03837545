/** Answers that violate HTTP, written straight to the socket. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

export interface PlainAnswer {
  readonly status: number;
  /** A list sends the header more than once. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /**
   * `whole` (default); `cut`: the socket dies after the body, the answer unfinished; `stall`: silence after the body;
   * `endless`: the body again and again until the client goes.
   */
  readonly end?: 'whole' | 'cut' | 'stall' | 'endless';
}

/** `destroy`: the socket dies before any byte; `hang`: no byte ever comes. */
export type OddAnswer = PlainAnswer | 'destroy' | 'hang';

/** Resolves with the status sent, or null when none was. */
export async function writeAnswer(response: ServerResponse, answer: OddAnswer): Promise<number | null> {
  if (answer === 'hang' || response.destroyed) return null;
  if (answer === 'destroy') {
    response.socket?.destroy();
    return null;
  }
  const { status, headers = {}, body = '', end = 'whole' } = answer;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, typeof value === 'string' ? value : [...value]);
  if (end === 'whole') {
    response.end(body);
    return status;
  }
  await new Promise<void>((resolve) => response.write(body === '' ? ' ' : body, () => resolve()));
  if (end === 'cut') response.socket?.destroy();
  if (end === 'endless') {
    // Written at the reader's pace, so that a test of a size cap does not fill the memory of the service.
    const closed = once(response, 'close');
    while (!response.destroyed) {
      if (response.write(body)) await new Promise((resolve) => setImmediate(resolve));
      else await Promise.race([once(response, 'drain'), closed]);
    }
  }
  return status;
}
