/** Following a short link: expiry, then password, then targets, then the way the link is shown (API §4 url/add). */
import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { countClick } from './click.ts';
import { text } from './database.ts';
import { readDomain } from './domain-routes.ts';
import { htmlPage } from './html-page.ts';
import type { Markup } from './html-page.ts';
import { linkByAlias } from './link.ts';
import type { Link, Target } from './link.ts';
import type { Env, Service } from './service.ts';
import { fromStamp } from './stamp.ts';
import { readVisitor } from './visitor.ts';
import type { Visitor } from './visitor.ts';

export function isExpired(service: Service, link: Link): boolean {
  const end = link.expiry === null ? undefined : fromStamp(link.expiry, service.utcOffsetMinutes);
  return end !== undefined && end <= service.now();
}

const first = (targets: readonly Target[], fits: (when: string) => boolean): string | undefined =>
  targets.find((target) => fits(target.when.trim().toLowerCase()))?.link;

function deeplink(link: Link, visitor: Visitor): string | undefined {
  if (visitor.devices.includes('ios')) return link.deeplink?.apple;
  return visitor.devices.includes('android') ? link.deeplink?.google : undefined;
}

function languageTarget(link: Link, visitor: Visitor): string | undefined {
  for (const wanted of visitor.languages) {
    const found = first(link.languagetarget, (when) => when === wanted || when === wanted.split('-')[0]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The contract ranks no target above another: country, device, app, language, and the address itself. */
export function destination(link: Link, visitor: Visitor): string {
  const chosen =
    first(link.geotarget, (when) =>
      [visitor.country.toLowerCase(), visitor.countryCode.toLowerCase()].includes(when),
    ) ??
    first(link.devicetarget, (when) => visitor.devices.includes(when)) ??
    deeplink(link, visitor) ??
    languageTarget(link, visitor) ??
    link.longurl;
  const url = new URL(chosen);
  for (const { name, value } of link.parameters) url.searchParams.append(name, value);
  return url.href;
}

const preview = (link: Link): Markup =>
  html`<meta property="og:title" content="${link.metatitle ?? link.title}" />
    <meta property="og:description" content="${link.metadescription ?? ''}" />
    ${link.metaimage === null ? '' : html`<meta property="og:image" content="${link.metaimage}" />`}`;

const framed = (link: Link, target: string, over: Markup = html``): Markup =>
  htmlPage(
    link.title || target,
    html`<iframe class="whole" title="${link.title || target}" src="${target}"></iframe>${over}`,
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
      <p><a id="continue" href="${target}">Continue to ${new URL(target).hostname}</a></p>`,
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
  if (!over) return framed(link, target);
  const call =
    over.type === 'contact'
      ? html`<form>
          <input type="email" name="email" aria-label="E-mail" /><button type="button">${over.label}</button>
        </form>`
      : html`<a href="${over.link}">${over.label}</a>`;
  return framed(
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

/** The branded domain a visitor came by, if any. */
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
    const target = destination(link, visitor);
    countClick(service, link.id, visitor);
    if (link.type === 'frame') return c.html(framed(link, target));
    if (link.type === 'splash') return c.html(splashPage(service, link, target));
    if (link.type === 'overlay') return c.html(overlayPage(service, link, target));
    return c.redirect(target, 302);
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
