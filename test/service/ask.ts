/** Requests to the service over real HTTP, for its own tests. */
import type { LocalService } from './start.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** undefined when the text is no JSON */
  readonly body: unknown;
}

async function reply(response: Response): Promise<Reply> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.status, headers: response.headers, text, body };
}

/** `ask(service, 'GET /api/account')` */
export async function ask(service: LocalService, line: string, body?: unknown): Promise<Reply> {
  const [method = '', path = ''] = line.split(' ');
  return reply(
    await fetch(service.address + path, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

/** Follows a short link as a visitor would, one step. */
export const visit = async (
  service: LocalService,
  path: string,
  headers: Record<string, string> = {},
  form?: Record<string, string>,
): Promise<Reply> =>
  reply(
    await fetch(service.address + path, {
      headers,
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    }),
  );
