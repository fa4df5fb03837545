// Each address for sharing is really opened, in the browser, against a stand-in that answers under the services' own names
// and records its requests.
import { once } from 'node:events';
import { createServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificate, privateKey } from './harness/certificate.ts';
import { until, type Driver } from './harness/index.ts';
import { explainFailures, waitForForm, waitForText, startConnected, type Scene } from './setup/connected.ts';
import { msg } from '../support/texts.ts';

const hosts = ['wa.me', 't.me', 'www.linkedin.com', 'x.com'] as const;
const title = 'A [page] & <b>more</b>: 100 % #1 + “é”';

interface Opened {
  readonly host: string;
  readonly url: URL;
  readonly referer: string | undefined;
}

async function startServices() {
  const opened: Opened[] = [];
  const server = createServer({ key: privateKey, cert: certificate }, ({ headers, url = '/' }, response) => {
    const host = headers.host ?? '';
    if (!url.startsWith('/favicon'))
      opened.push({ host, url: new URL(url, `https://${host}`), referer: headers.referer });
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Shared</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const port = typeof place === 'object' && place !== null ? place.port : 0;
  const rules = hosts.map((host) => `MAP ${host}:443 127.0.0.1:${port}`).join(', ');
  return {
    opened,
    args: [`--host-resolver-rules=${rules}`, '--ignore-certificate-errors'],
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('sharing', () => {
  let services: Awaited<ReturnType<typeof startServices>>;
  let scene: Scene;
  explainFailures(() => scene);
  beforeAll(async () => {
    services = await startServices();
    scene = await startConnected({ launch: { args: services.args } });
  });

  /** A link that is made, with what it can be shared by: what is opened closes the popup. */
  async function share(path: string): Promise<{ popup: Driver; shortUrl: string }> {
    const popup = await scene.popupOn(path, title);
    await waitForForm(popup);
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    const link = scene.made().find(({ longurl }) => longurl.endsWith(path));
    await popup.click('button', msg('share'));
    await popup.waitFor('link', msg('shareByEmail'));
    return { popup, shortUrl: `${scene.service.address}/${link?.alias}` };
  }

  afterAll(async () => {
    await scene.close();
    await services.close();
  });

  type Query = (shortUrl: string) => Record<string, string>;
  const shares: readonly [name: string, host: string, path: string, query: Query][] = [
    ['WhatsApp', 'wa.me', '/', (shortUrl) => ({ text: `${title}\n${shortUrl}` })],
    ['Telegram', 't.me', '/share/url', (shortUrl) => ({ url: shortUrl, text: title })],
    ['LinkedIn', 'www.linkedin.com', '/sharing/share-offsite/', (shortUrl) => ({ url: shortUrl })],
    ['X', 'x.com', '/intent/post', (shortUrl) => ({ url: shortUrl, text: title })],
  ];

  it.each(shares)('on %s opens one page of %s, whole', async (name, host, path, query) => {
    const { popup, shortUrl } = await share(`/share-${name}`);
    const before = services.opened.length;
    await popup.click('link', msg('shareOn', name));
    const opened = await until(`${host} to be opened`, async () => services.opened[before]);
    expect([opened.host, opened.url.pathname]).toEqual([host, path]);
    expect(Object.fromEntries(opened.url.searchParams)).toEqual(query(shortUrl));
    // Not all of them read `+` as a space.
    expect(opened.url.search).not.toContain('+');
    expect(opened.referer).toBeUndefined();
    expect(services.opened).toHaveLength(before + 1);
  });

  it('passes subject and text to the mail program', async () => {
    const { popup, shortUrl } = await share('/share-mail');
    const href = await popup.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('a[href^="mailto:"]')?.getAttribute('href'),
    );
    const { pathname, searchParams } = new URL(href ?? '');
    expect([pathname, searchParams.get('subject')]).toEqual(['', title]);
    expect(searchParams.get('body')).toContain(shortUrl);
    await popup.close();
    // The services that were not pressed got no request.
    expect(services.opened).toHaveLength(shares.length);
  });
});
