/** HTML pages: the start page, the demo articles, campaign lists, pictures. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { username } from './account-routes.ts';
import { type Campaign, readCampaign } from './campaign-routes.ts';
import { articles } from './demo-articles.ts';
import { htmlPage } from './html-page.ts';
import { linksOfCampaign, shortUrl } from './link.ts';
import { picture } from './picture.ts';
import { isExpired } from './redirect.ts';
import type { Env, Service } from './service.ts';

export const notFound = (c: Context<Env>): Response | Promise<Response> =>
  c.html(
    htmlPage(
      'Not found',
      html`<h1>Not found</h1>
        <p>There is nothing at this address.</p>`,
    ),
    404,
  );

export function pages(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  const { database } = service;

  app.get('/', (c) =>
    c.html(
      htmlPage(
        'Local link service',
        html`<h1>Local link service</h1>
          <p>A link shortener for development: the whole contract, stored on this machine.</p>
          <p>
            API address: <code>${service.address}</code> ·
            <a href="${service.address}/demo">Pages to shorten</a>
          </p>`,
      ),
    ),
  );

  app.get('/demo', (c) =>
    c.html(
      htmlPage(
        'The Daily Detour',
        html`<h1>The Daily Detour</h1>
          <ul>
            ${articles.map(
              (article) =>
                html`<li><a href="${service.address}/demo/${article.slug}">${article.title}</a></li>`,
            )}
          </ul>`,
      ),
    ),
  );

  app.get('/demo/:slug', (c) => {
    const article = articles.find(({ slug }) => slug === c.req.param('slug'));
    if (!article) return notFound(c);
    const address = `${service.address}/demo/${article.slug}`;
    const image = `${service.address}/picture/${article.slug}.png`;
    const at = (href: string) => (href.startsWith('/') ? `${service.address}${href}` : href);
    return c.html(
      htmlPage(
        article.title,
        html`<article>
          <h1>${article.title}</h1>
          <p class="byline">${article.byline}</p>
          <p><img id="picture" src="${image}" alt="" width="80" height="80" /></p>
          ${article.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
          <h2>Read on</h2>
          <ul>
            ${article.links.map(
              (link, index) =>
                html`<li><a id="link-${index + 1}" href="${at(link.href)}">${link.text}</a></li>`,
            )}
          </ul>
        </article>`,
        html`<link rel="canonical" href="${address}" />
          <meta name="description" content="${article.paragraphs[0]}" />
          <meta property="og:title" content="${article.title}" />
          <meta property="og:image" content="${image}" />`,
      ),
    );
  });

  app.get('/picture/:name{.+\\.png}', (c) =>
    c.body(picture(c.req.param('name')), 200, {
      'Content-Type': 'image/png',
      'Cache-Control': 'max-age=86400',
    }),
  );

  const usable = (campaign: Campaign) =>
    linksOfCampaign(service, campaign.id).filter((link) => !isExpired(service, link));

  app.get('/r/:slug', (c) => {
    const slug = c.req.param('slug');
    const campaign = database.one('SELECT * FROM campaign WHERE slug = :slug', { slug }, readCampaign);
    const links = campaign ? usable(campaign) : [];
    const link = links[Math.floor(service.random() * links.length)];
    // To the short link, not to its target: so the click is counted and its targets apply.
    return link ? c.redirect(`${service.address}/${link.alias}`, 302) : notFound(c);
  });

  app.get('/u/:user/:campaign', (c) => {
    const name = c.req.param('campaign');
    const campaign =
      c.req.param('user') === username(service)
        ? database.one(
            'SELECT * FROM campaign WHERE public = 1 AND (slug = :name OR CAST(id AS TEXT) = :name)',
            { name },
            readCampaign,
          )
        : undefined;
    if (!campaign) return notFound(c);
    const links = usable(campaign).filter((link) => link.status === 'public');
    return c.html(
      htmlPage(
        campaign.name,
        html`<h1>${campaign.name}</h1>
          <ul>
            ${links.map((link) => html`<li><a href="${shortUrl(service, link)}">${link.title || link.longurl}</a></li>`)}
          </ul>
          ${links.length === 0 ? html`<p>No public links yet.</p>` : ''}`,
      ),
    );
  });

  return app;
}
