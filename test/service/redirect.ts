/** Follows a short link: expiry, then password, then targets, then the way the link is shown (API §4 url/add). */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { countClick } from './click.ts';
import { text } from './database.ts';
import { readDomain } from './domain-routes.ts';
import { type Markup, htmlPage } from './html-page.ts';
import { type Link, type Target, linkByAlias } from './link.ts';
import type { Env, Service } from './service.ts';
import { fromStamp } from './stamp.ts';
import { type Visitor, readVisitor } from './visitor.ts';

export function isExpired(service: Service, link: Link): boolean {
  const end = link.expiry === null ? undefined : fromStamp(link.expiry, service.utcOffsetMinutes);
  return end !== undefined && end <= service.now();
}

const first = (targets: readonly Target[], fits: (when: string) => boolean): string | undefined =>
  targets.find((target) => fits(target.when.trim().toLowerCase()))?.link;

/** API §4: `apple` and `google` are app stores, for those who lack the app. */
function store(link: Link, visitor: Visitor): string | undefined {
  if (visitor.devices.includes('ios')) return link.deeplink?.apple;
  return visitor.devices.includes('android') ? link.deeplink?.google : undefined;
}

/** Schemes of apps that open the addresses of a site. Each service has a list of its own. */
const apps: readonly [host: RegExp, scheme: string][] = [
  [/(^|\.)youtube\.com$/, 'youtube:'],
  [/(^|\.)instagram\.com$/, 'instagram:'],
  [/^open\.spotify\.com$/, 'spotify:'],
];

/** API §4: with `auto`, deep links are generated from the long link. */
function generated(link: Link, visitor: Visitor): string | undefined {
  const isPhone = visitor.devices.includes('ios') || visitor.devices.includes('android');
  if (!isPhone || link.deeplink?.auto !== true) return undefined;
  const { host, pathname, search, hash } = new URL(link.longurl);
  const scheme = apps.find(([pattern]) => pattern.test(host))?.[1];
  return scheme && `${scheme}//${host}${pathname}${search}${hash}`;
}

function languageTarget(link: Link, visitor: Visitor): string | undefined {
  for (const wanted of visitor.languages) {
    const found = first(link.languagetarget, (when) => when === wanted || when === wanted.split('-')[0]);
    if (found !== undefined) return found;
  }
  return undefined;
}

export interface Destination {
  readonly url: string;
  /** Opened first; `url` is for those who lack the app. */
  readonly app: string | null;
}

function withParameters(link: Link, address: string): string {
  const url = new URL(address);
  for (const { name, value } of link.parameters) url.searchParams.append(name, value);
  return url.href;
}

/**
 * The contract ranks no target above another: country, device, store, language, and the address itself. By it,
 * a deep link needs device targets beside it: the device's target is then the app, and the store its other way.
 */
export function destination(link: Link, visitor: Visitor): Destination {
  const named = (url: string, app?: string): Destination => ({
    url: withParameters(link, url),
    app: app === undefined ? null : withParameters(link, app),
  });
  const country = first(link.geotarget, (when) =>
    [visitor.country.toLowerCase(), visitor.countryCode.toLowerCase()].includes(when),
  );
  if (country !== undefined) return named(country);
  const device = first(link.devicetarget, (when) => visitor.devices.includes(when));
  const shop = store(link, visitor);
  const app = device ?? generated(link, visitor);
  if (shop !== undefined) return named(shop, app);
  if (device !== undefined) return named(device);
  return named(languageTarget(link, visitor) ?? link.longurl, app);
}

const preview = (link: Link): Markup =>
  html`<meta property="og:title" content="${link.metatitle ?? link.title}" />
    <meta property="og:description" content="${link.metadescription ?? ''}" />
    ${link.metaimage === null ? '' : html`<meta property="og:image" content="${link.metaimage}" />`}`;

/** API §2 Pixel: its provider finds it by its tag. What stands for the provider's script here fires nothing. */
function pixelMarks(service: Service, link: Link): Markup[] {
  return link.pixels.flatMap((id) => {
    const pixel = service.database.one('SELECT type, tag FROM pixel WHERE id = :id', { id }, (row) => ({
      type: text(row, 'type'),
      tag: text(row, 'tag'),
    }));
    return pixel ? [html`<span hidden data-pixel="${pixel.type}" data-tag="${pixel.tag}"></span>`] : [];
  });
}

const onward = (seconds: number, url: string): Markup =>
  html`<meta http-equiv="refresh" content="${seconds};url=${url}" />`;

/** A redirect shows nothing and fires nothing: what visitors have to see first has a page. */
const passing = (service: Service, link: Link, target: string): Markup =>
  htmlPage(
    link.title || target,
    html`<p><a id="continue" href="${target}">Continue to ${new URL(target).hostname}</a></p>
      ${pixelMarks(service, link)}`,
    html`${onward(0, target)}${preview(link)}`,
  );

const appPage = (service: Service, link: Link, app: string, target: string): Markup =>
  htmlPage(
    link.title || target,
    html`<p><a id="app" href="${app}">Open in the app</a></p>
      <p><a id="continue" href="${target}">Continue without it</a></p>
      ${pixelMarks(service, link)}`,
    html`${onward(3, target)}${preview(link)}`,
  );

/** For a site that shows a preview of the link: no redirect, and no pixel fires. */
const previewPage = (link: Link, target: string): Markup =>
  htmlPage(link.title || target, html`<p><a href="${target}">${link.title || target}</a></p>`, preview(link));

const framed = (service: Service, link: Link, target: string, over: Markup = html``): Markup =>
  htmlPage(
    link.title || target,
    html`<iframe class="whole" title="${link.title || target}" src="${target}"></iframe>${over}
      ${pixelMarks(service, link)}`,
    preview(link),
  );

function splashPage(service: Service, link: Link, target: string): Markup {
  const own = service.database.one('SELECT * FROM splash WHERE id = :id', { id: link.splash }, (row) => ({
    heading: text(row, 'heading'),
    message: text(row, 'message'),
  }));
  const { heading, message } = own ?? {
    heading: 'You are about to leave',
    message: 'This link leads to another site.',
  };
  return htmlPage(
    heading,
    html`<h1>${heading}</h1>
      <p>${message}</p>
      <p><a id="continue" href="${target}">Continue to ${new URL(target).hostname}</a></p>
      ${pixelMarks(service, link)}`,
    preview(link),
  );
}

function overlayPage(service: Service, link: Link, target: string): Markup {
  const over = service.database.one('SELECT * FROM overlay WHERE id = :id', { id: link.overlay }, (row) => ({
    type: text(row, 'type'),
    message: text(row, 'message'),
    label: text(row, 'label'),
    link: text(row, 'link'),
  }));
  if (!over) return framed(service, link, target);
  const call =
    over.type === 'contact'
      ? html`<form>
          <input type="email" name="email" aria-label="E-mail" /><button type="button">${over.label}</button>
        </form>`
      : html`<a href="${over.link}">${over.label}</a>`;
  return framed(
    service,
    link,
    target,
    html`<aside class="overlay" data-type="${over.type}">
      <p>${over.message}</p>
      ${call}
    </aside>`,
  );
}

const passwordPage = (wrong: boolean): Markup =>
  htmlPage(
    'Password required',
    html`<h1>Password required</h1>
      <p>${wrong ? 'That was not the password.' : 'This link is protected.'}</p>
      <form method="post">
        <input type="password" name="password" aria-label="Password" required autofocus /><button>
          Open
        </button>
      </form>`,
  );

/** The branded domain of the visited URL, if any. */
const domainOf = (c: Context<Env>, service: Service) =>
  service.database.one(
    "SELECT * FROM domain WHERE own = 0 AND domain IN ('http://' || :host, 'https://' || :host)",
    { host: c.req.header('host') ?? '' },
    readDomain,
  );

/** API §2 Branded domain: visitors of the bare domain go to its `redirectroot`. */
export const bareDomain =
  (service: Service): MiddlewareHandler<Env> =>
  async (c, next) => {
    const root = domainOf(c, service)?.redirectroot;
    return root ? c.redirect(root, 302) : next();
  };

export function redirects(service: Service): Hono<Env> {
  const app = new Hono<Env>();

  const gone = (c: Context<Env>) =>
    c.html(
      htmlPage(
        'Link expired',
        html`<h1>Link expired</h1>
          <p>This link is no longer available.</p>`,
      ),
      410,
    );

  const unknown = (c: Context<Env>) => {
    const custom = domainOf(c, service)?.redirect404;
    if (custom) return c.redirect(custom, 302);
    return c.html(
      htmlPage(
        'Link not found',
        html`<h1>Link not found</h1>
          <p>No link has this alias.</p>`,
      ),
      404,
    );
  };

  function follow(c: Context<Env>, link: Link): Response | Promise<Response> {
    const visitor = readVisitor(c, service);
    const { url: target, app: opened } = destination(link, visitor);
    if (visitor.isPreview) return c.html(previewPage(link, target));
    countClick(service, link.id, visitor);
    if (opened !== null) return c.html(appPage(service, link, opened, target));
    if (link.type === 'frame') return c.html(framed(service, link, target));
    if (link.type === 'splash') return c.html(splashPage(service, link, target));
    if (link.type === 'overlay') return c.html(overlayPage(service, link, target));
    return link.pixels.length > 0 ? c.html(passing(service, link, target)) : c.redirect(target, 302);
  }

  app.get('/:alias', (c) => {
    const link = linkByAlias(service, c.req.param('alias'));
    if (!link) return unknown(c);
    if (isExpired(service, link)) return gone(c);
    return link.password === null ? follow(c, link) : c.html(passwordPage(false));
  });

  app.post('/:alias', async (c) => {
    const link = linkByAlias(service, c.req.param('alias'));
    if (!link) return unknown(c);
    if (isExpired(service, link)) return gone(c);
    const { password } = await c.req.parseBody();
    if (link.password !== null && password !== link.password) return c.html(passwordPage(true), 403);
    return follow(c, link);
  });

  return app;
}
