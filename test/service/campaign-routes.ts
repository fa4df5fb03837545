/** API §4 Campaigns. */
import { Hono } from 'hono';
import { username } from './account-routes.ts';
import { type Body, optionalFlag, optionalText, pathId, readBody, requiredText } from './body.ts';
import { type Row, flag, text, textOrNull, whole } from './database.ts';
import { listResponse } from './envelope.ts';
import { Refusal, missing } from './refusal.ts';
import type { Env, Service } from './service.ts';

export interface Campaign {
  readonly id: number;
  readonly name: string;
  /** null when the campaign has no rotator */
  readonly slug: string | null;
  readonly public: boolean;
}

export const readCampaign = (row: Row): Campaign => ({
  id: whole(row, 'id'),
  name: text(row, 'name'),
  slug: textOrNull(row, 'slug'),
  public: flag(row, 'public'),
});

export function campaignRoutes(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  const { database } = service;
  const byId = (id: number) => database.one('SELECT * FROM campaign WHERE id = :id', { id }, readCampaign);

  const addresses = (campaign: Campaign) => ({
    rotator: campaign.slug === null ? false : `${service.address}/r/${campaign.slug}`,
    list: `${service.address}/u/${encodeURIComponent(username(service))}/${campaign.slug ?? campaign.id}`,
  });

  /** Create and update return the name under `domain` (API §2 Campaign). */
  const saved = (campaign: Campaign) => ({
    error: 0,
    id: campaign.id,
    [service.quirks.has('campaign-name-key') ? 'campaign' : 'domain']: campaign.name,
    public: campaign.public,
    ...addresses(campaign),
  });

  /** An empty slug removes the rotator. */
  function freeSlug(body: Body, own: number): string | null | undefined {
    const slug = optionalText(body, 'slug');
    if (slug === undefined) return undefined;
    if (slug === '') return null;
    // Not digits alone: a list address takes a slug or an id in the same place.
    if (!/^[A-Za-z0-9_-]{1,50}$/.test(slug) || /^\d+$/.test(slug))
      throw new Refusal('The slug may only have letters, digits, dashes and underscores.');
    if (
      database.count('SELECT count(*) n FROM campaign WHERE slug = :slug AND id <> :own', { slug, own }) > 0
    )
      throw new Refusal('This slug is already in use.');
    return slug;
  }

  app.get('/api/campaigns', (c) =>
    listResponse(c, service, 'campaigns', database.count('SELECT count(*) n FROM campaign'), (slice) =>
      database
        .all(
          'SELECT * FROM campaign ORDER BY id DESC LIMIT :limit OFFSET :offset',
          { ...slice },
          readCampaign,
        )
        .map((campaign) => ({
          id: campaign.id,
          name: campaign.name,
          public: campaign.public,
          ...addresses(campaign),
        })),
    ),
  );

  app.post('/api/campaign/add', async (c) => {
    const { body } = await readBody(c);
    const isPublic = optionalFlag(body, 'public') ?? false;
    const slug = freeSlug(body, 0) ?? null;
    const name = optionalText(body, 'name')?.trim() || 'New campaign';
    const id = database.insert('campaign', { name, slug, public: Number(isPublic) });
    return c.json(saved({ id, name, slug, public: isPublic }));
  });

  app.post('/api/campaign/:campaignid/assign/:linkid', (c) => {
    const campaign = pathId(c, 'campaignid');
    if (!byId(campaign)) throw missing('The campaign');
    const link = pathId(c, 'linkid');
    const changed = database.run('UPDATE link SET campaign = :campaign WHERE id = :link', { campaign, link });
    if (changed === 0) throw missing('The link');
    return c.json({ error: 0, message: 'Link has been assigned to the campaign.' });
  });

  app.put('/api/campaign/:id/update', async (c) => {
    const { body } = await readBody(c);
    const old = byId(pathId(c));
    if (!old) throw missing('The campaign');
    const slug = freeSlug(body, old.id);
    const campaign: Campaign = {
      id: old.id,
      name: requiredText(body, 'name'),
      slug: slug === undefined ? old.slug : slug,
      public: optionalFlag(body, 'public') ?? old.public,
    };
    database.run('UPDATE campaign SET name = :name, slug = :slug, public = :public WHERE id = :id', {
      ...campaign,
      public: Number(campaign.public),
    });
    return c.json(saved(campaign));
  });

  // The foreign key of `link` unassigns its links.
  app.delete('/api/campaign/:id/delete', (c) => {
    if (database.run('DELETE FROM campaign WHERE id = :id', { id: pathId(c) }) === 0)
      throw missing('The campaign');
    return c.json({ error: 0, message: 'Campaign has been deleted successfully.' });
  });

  return app;
}
