/** Enters at once what we have just done ourselves; a list of the service confirms it later. */
import type { CreateRecordCommand, Command, EditCommand } from '../outbox/commands.ts';
import type { JobResult } from '../outbox/job-result.ts';
import type { Channel } from '../api/channels.ts';
import type { Domain } from '../api/domains.ts';
import { toId, toWebAddress, type Id } from '../api/coerce.ts';
import { lastPathSegment } from '../api/short-url.ts';
import type { LinkDraft } from '../draft/draft.ts';
import type { IDBPTransaction } from 'idb';
import type { CollectionName, StoredChannelItem, MirrorDatabase, MirrorSchema } from './database.ts';
import { toLinkRow } from './upsert-links.ts';
import { pendingChangeKey, itemsOf } from './sync/sync-channel-items.ts';
import { pendingChangesKey, readPendingChanges, withChange, type PendingChange } from './pending-changes.ts';
import { linkKey } from './link-row.ts';
import { itemsKey, listKey, readLinksState, readListState, withStale } from './sync/sync-state.ts';
import { digestOf, readExcludedIds, excludedIdsKey, withExcludedId } from './excluded-ids.ts';

export interface CompletedCommand {
  readonly ask: Command;
  readonly made: JobResult | null;
  /** Epoch ms. */
  readonly at: number;
  /** A link without an expiration and a password: the ask of an ended job has lost its password. */
  readonly openEnded?: boolean | undefined;
}

/** Rows looked at in one go. */
const batchSize = 1_000;

const stores = ['links', 'items', 'state', 'campaigns', 'channels', 'pixels', 'domains'] as const;
type Stores = (typeof stores)[number];
type Transaction = Pick<IDBPTransaction<MirrorSchema, Stores[], 'readwrite'>, 'objectStore'>;
type Fields = NonNullable<EditCommand['fields']>;
type Named = Extract<CollectionName, Stores>;

/** @returns what a page has to draw anew */
export async function applyLocalChange(
  database: MirrorDatabase,
  { ask, made, at, openEnded = false }: CompletedCommand,
): Promise<readonly ('links' | 'lists')[]> {
  const transaction = database.transaction([...stores], 'readwrite');
  const entering = createLocalChangeWriter(transaction, at);
  // What was asked for in a private window is written down nowhere.
  if (ask.private) await entering.nothingOf(made);
  else await applyCommand(entering, ask, made, openEnded);
  await transaction.done;
  return entering.touched();
}

async function applyCommand(
  entering: LocalChangeWriter,
  ask: Command,
  made: JobResult | null,
  openEnded: boolean,
): Promise<void> {
  switch (ask.kind) {
    case 'shorten':
      return entering.link(ask.link, made, openEnded);
    case 'assign-campaign':
      return entering.campaign(ask.item, ask.to.id);
    case 'assign-channel':
      return entering.item(ask.to.id, ask.type ?? 'links', ask.item, ask.name);
    case 'change':
      return ask.act === 'delete'
        ? entering.remove(namesOf[ask.what], ask.item)
        : entering.change(ask.what, ask.item, ask.fields ?? {});
    case 'add-campaign':
    case 'add-channel':
    case 'add-pixel':
    case 'add-domain':
      return entering.add(ask, toId(made?.id));
  }
}

const namesOf = { campaign: 'campaigns', channel: 'channels', domain: 'domains' } as const;

type LocalChangeWriter = ReturnType<typeof createLocalChangeWriter>;

function createLocalChangeWriter(transaction: Transaction, at: number) {
  const links = transaction.objectStore('links');
  const items = transaction.objectStore('items');
  const states = transaction.objectStore('state');
  const touched = new Set<'links' | 'lists'>();

  async function remember(
    store: PendingChange['store'],
    key: string,
    { gone = false, fields }: Partial<Pick<PendingChange, 'gone' | 'fields'>> = {},
  ): Promise<void> {
    const act = { at, store, key, gone, ...(fields && { fields }) };
    void states.put(withChange(await readPendingChanges(states), act), pendingChangesKey);
  }
  /** The list tells what our own act does not: addresses the service made, spellings it chose. */
  async function isDue(key: string): Promise<void> {
    void states.put(withStale(await readListState(states, key)), key);
    touched.add('lists');
  }

  async function item(
    channel: string,
    type: StoredChannelItem['type'],
    id: string,
    name: string,
  ): Promise<void> {
    const known = toId(id);
    if (known === null) return;
    const row = type === 'links' ? await links.get(linkKey(id)) : undefined;
    if (row && !row.channels.includes(channel)) {
      void links.put({ ...row, channels: [...row.channels, channel] });
      touched.add('links');
    }
    if ((await items.get([channel, type, id])) === undefined) {
      const title = row?.title ?? name;
      const link = row?.shortUrl ?? toWebAddress(name);
      void items.put({ channel, type, id: known, title, preview: null, link, date: null });
    }
    await remember('items', pendingChangeKey(channel, { type, id: known }));
    await isDue(itemsKey(channel));
  }

  /** Where the answer told no id, a list that was faster may have: looked for among the newest. */
  async function idOf(shortUrl: string | null): Promise<Id | null> {
    if (shortUrl === null) return null;
    const digest = digestOf(shortUrl);
    const newest = await links.getAll(null, batchSize);
    return newest.find((row) => row.shortUrl !== null && digestOf(row.shortUrl) === digest)?.id ?? null;
  }

  /** Links of a campaign that is gone are in none (API §4); no list tells it. */
  async function unfile(campaign: string): Promise<void> {
    let last: string | undefined;
    do {
      const range = last === undefined ? null : IDBKeyRange.lowerBound(last, true);
      const rows = await links.getAll(range, batchSize);
      for (const row of rows) {
        if (row.campaign !== campaign) continue;
        void links.put({ ...row, campaign: null });
        touched.add('links');
      }
      last = rows.at(-1)?.key;
    } while (last !== undefined);
  }

  /** @param set what of it is ours; the rest is what the service makes of it */
  async function put<Name extends Named>(
    name: Name,
    record: MirrorSchema[Name]['value'],
    set: Fields,
  ): Promise<void> {
    void transaction.objectStore(name).put(record);
    await remember(name, record.id, { fields: Object.keys(set) });
  }

  return {
    touched: () => [...touched],
    item,

    /** A link that was there before is no secret. One that was made may have come in with a list already. */
    async nothingOf(made: JobResult | null): Promise<void> {
      if (made === null || made.existing) return;
      const id = toId(made.id) ?? (await idOf(made.shortUrl));
      if (id === null) {
        if (made.shortUrl === null) return;
        // No list has told it yet: the next one does.
        void states.put(
          withExcludedId(await readExcludedIds(states), digestOf(made.shortUrl)),
          excludedIdsKey,
        );
        return;
      }
      void states.put(withExcludedId(await readExcludedIds(states), id), excludedIdsKey);
      const row = await links.get(linkKey(id));
      if (row !== undefined) void links.delete(row.key);
      for (const { channel, type } of await items.index('item').getAll(id))
        if (type === 'links') void items.delete([channel, type, id]);
      if (row !== undefined) touched.add('links');
    },

    async link(
      { address, title, alias, campaign, channel, extras }: LinkDraft,
      made: JobResult | null,
      openEnded: boolean,
    ): Promise<void> {
      const id = toId(made?.id);
      if (made === null || id === null) return;
      const before = await links.get(linkKey(id));
      // The service gave one that was there before: it need not be filed as was asked.
      const filed = made.existing ? null : (campaign?.id ?? null);
      const shortUrl = toWebAddress(made.shortUrl);
      const told = before ?? {
        id,
        alias: made.aliasDiffers || alias.trim() === '' ? lastPathSegment(shortUrl ?? '') : alias.trim(),
        shortUrl,
        longUrl: toWebAddress(address),
        clicks: made.existing ? null : 0,
        title,
        description: extras?.note ?? '',
        date: null,
      };
      const { number } = (await readLinksState(states)).sweep;
      const own = before ?? { campaign: null, channels: [], confirmed: false, sweep: number };
      const isOpenEnded = openEnded && !made.existing;
      void links.put(
        toLinkRow(told, { ...own, campaign: filed ?? own.campaign, ...(isOpenEnded && { openEnded }) }),
      );
      touched.add('links');
      if (channel !== null && !made.existing) await item(channel.id, 'links', id, made.shortUrl ?? title);
    },

    async campaign(link: string, campaign: string): Promise<void> {
      const row = await links.get(linkKey(link));
      if (row === undefined) return;
      void links.put({ ...row, campaign });
      touched.add('links');
    },

    async add(ask: CreateRecordCommand, id: Id | null): Promise<void> {
      const { name } = ask;
      if (ask.kind === 'add-pixel') {
        if (id !== null) await put('pixels', { id, type: ask.type, name, tag: ask.tag, date: null }, {});
        return isDue(listKey('pixels'));
      }
      const fields = ask.fields ?? {};
      const list = (
        { 'add-campaign': 'campaigns', 'add-channel': 'channels', 'add-domain': 'domains' } as const
      )[ask.kind];
      if (id !== null && list === 'campaigns')
        await put(list, { id, name, public: fields.public === true, rotator: null, list: null }, {});
      if (id !== null && list === 'channels')
        await put(
          list,
          { id, name, ...described({ description: '', color: '', starred: false }, fields) },
          {},
        );
      if (id !== null && list === 'domains')
        await put(
          list,
          { id, domain: name, ...redirected({ redirectroot: null, redirect404: null }, fields) },
          {},
        );
      return isDue(listKey(list));
    },

    async change(what: 'campaign' | 'channel' | 'domain', id: string, fields: Fields): Promise<void> {
      const { name } = fields;
      if (what === 'campaign') {
        const before = await transaction.objectStore('campaigns').get(id);
        if (before)
          await put(
            'campaigns',
            {
              ...before,
              name: name ?? before.name,
              public: fields.public ?? before.public,
              // Another slug has another address, which the list will tell.
              rotator: fields.slug === undefined ? before.rotator : null,
            },
            fields,
          );
      } else if (what === 'channel') {
        const before = await transaction.objectStore('channels').get(id);
        if (before)
          await put(
            'channels',
            { ...before, name: name ?? before.name, ...described(before, fields) },
            fields,
          );
      } else {
        const before = await transaction.objectStore('domains').get(id);
        if (before) await put('domains', { ...before, ...redirected(before, fields) }, fields);
      }
      return isDue(listKey(namesOf[what]));
    },

    async remove(name: (typeof namesOf)[keyof typeof namesOf], id: string): Promise<void> {
      void transaction.objectStore(name).delete(id);
      await remember(name, id, { gone: true });
      await isDue(listKey(name));
      if (name === 'campaigns') await unfile(id);
      if (name !== 'channels') return;
      // Whatever was in it is in it no more (API §4).
      for (const { type, id: held } of await items.getAll(itemsOf(id))) {
        void items.delete([id, type, held]);
        const row = type === 'links' ? await links.get(linkKey(held)) : undefined;
        if (row === undefined) continue;
        void links.put({ ...row, channels: row.channels.filter((channel) => channel !== id) });
        touched.add('links');
      }
    },
  };
}

const described = (
  before: Pick<Channel, 'description' | 'color' | 'starred'>,
  { description, color, starred }: Fields,
) => ({
  description: description ?? before.description,
  color: color ?? before.color,
  starred: starred ?? before.starred,
});

const redirected = (
  before: Pick<Domain, 'redirectroot' | 'redirect404'>,
  { redirectroot, redirect404 }: Fields,
) => ({
  redirectroot: redirectroot === undefined ? before.redirectroot : toWebAddress(redirectroot),
  redirect404: redirect404 === undefined ? before.redirect404 : toWebAddress(redirect404),
});
