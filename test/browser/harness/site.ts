import { createServer } from 'node:http';

export interface SitePage {
  readonly title?: string;
  /** Goes into the body as it is. */
  readonly html?: string;
  /** Goes into the head as it is. */
  readonly head?: string;
  /** In place of a page: a picture, say. */
  readonly body?: Uint8Array;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Site extends AsyncDisposable {
  readonly origin: string;
  url(path: string): string;
  /** Adds or replaces a page; its path is matched without the query. */
  set(path: string, page: SitePage): void;
  /** Path and query of every request so far. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Pages to shorten, on another host than the service, so that no test passes by sharing an origin. */
export async function startSite(
  pages: Readonly<Record<string, SitePage>> = { '/': { title: 'A page' } },
): Promise<Site> {
  const served = new Map(Object.entries(pages));
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    requests.push(target);
    const page = served.get(target.split('?')[0] ?? '/');
    const { title = '', html = '', head = '', status = 200, headers = {} } = page ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    if (page?.body) return response.end(page.body);
    return response.end(
      `<!doctype html><html lang="en"><head><title>${escape(title)}</title>${head}</head><body>${html}</body></html>`,
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.2', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port.');
  const origin = `http://127.0.0.2:${address.port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    origin,
    url: (path) => origin + path,
    set: (path, page) => void served.set(path, page),
    requests,
    close,
    [Symbol.asyncDispose]: close,
  };
}
