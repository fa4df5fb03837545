import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A request the service will not fulfill: becomes `{error: 1, message}` (API §7). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: ContentfulStatusCode;

  constructor(message: string, status: ContentfulStatusCode = 400) {
    super(message);
    this.status = status;
  }
}

export const missing = (what: string): Refusal => new Refusal(`${what} does not exist.`, 404);
