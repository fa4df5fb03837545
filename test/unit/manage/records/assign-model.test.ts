/** Assigning many items: search, pasted texts, a job for each item, and their results. */
import { describe, expect, it } from 'vitest';
import {
  createAssignModel,
  emptyDraft,
  maxAtOnce,
  type AssignDraft,
} from '../../../../entrypoints/manage/assign/assign-model.ts';
import { createAssignPanels } from '../../../../entrypoints/manage/assign/assign-panels.ts';
import { pastedParts } from '../../../../entrypoints/manage/assign/find-assignable.ts';
import { createLinkFinder } from '../../../../entrypoints/manage/assign/link-finder.ts';
import type { StoredChannelItem } from '../../../../lib/mirror/database.ts';
import { linkRow } from '../../../support/link-rows.ts';
import { done, memoryDrafts, openAccount, refused } from './open-account.ts';
import { settled } from '../../../support/flush.ts';

const links = [
  linkRow(9, { title: 'Été à la mer', description: 'poster' }),
  linkRow(8, {
    title: '',
    longUrl: 'https://example.com/winter',
    shortUrl: 'https://sho.rt/Winter-8',
    alias: 'Winter-8',
  }),
  ...Array.from({ length: 30 }, (_, n) => linkRow(40 - n, { title: `News ${40 - n}` })),
];
const item = (channel: string, type: string, id: `${bigint}`, title: string): StoredChannelItem => ({
  channel,
  type,
  id,
  title,
  preview: null,
  link: `https://sho.rt/${type}-${id}`,
  date: null,
});
const items = [
  item('2', 'bio', '55', 'Page 55'),
  item('2', 'bio', '56', 'Page 5'),
  item('1', 'bio', '5', 'Robin'),
  item('2', 'bio', '5', 'Robin'),
  item('2', 'qr', '6', 'Poster'),
];
const press = { id: '2', name: 'Press', description: '', color: '', starred: false } as const;
const mail = { ...press, id: '1', name: 'Mail' } as const;

function open(
  kind: 'assign-campaign' | 'assign-channel' = 'assign-campaign',
  draft: AssignDraft = emptyDraft,
  rows = links,
) {
  const account = openAccount({ channels: [mail, press] }, rows, items);
  const stored: AssignDraft[] = [];
  const entered: string[] = [];
  const model = createAssignModel(
    {
      ...account.deps,
      finder: createLinkFinder(account.deps),
      saveDraft: (saved) => stored.push(saved),
      onAssigned: (type, { id }) => entered.push(`${type} ${id}`),
    },
    { kind, to: { id: '1', name: 'Spring' } },
    draft,
  );
  const search = async (text: string) => {
    model.search(text);
    await settled();
    return model.matches.value?.map(({ title }) => title) ?? null;
  };
  const assign = async () => {
    await model.assign();
    await settled();
  };
  return { ...account, model, stored, entered, search, assign };
}

describe('search', () => {
  it('matches every word in title, URL and note; twenty results at most', async () => {
    const { search, model } = open();
    expect(await search('ete POSTER')).toEqual(['Été à la mer']);
    expect(await search('winter')).toEqual(['example.com/winter']);
    expect(model.matches.value?.[0]?.address).toBe('sho.rt/Winter-8');
    expect(await search('news')).toHaveLength(20);
    expect(await search('nowhere')).toEqual([]);
    expect(await search(' ')).toBeNull();
  });

  it('ranks whole words before parts of words', async () => {
    const articles = Array.from({ length: 60 }, (_, n) =>
      linkRow(60 - n, { title: `Article ${60 - n}`, shortUrl: `http://127.0.0.1:4100/a${60 - n}` }),
    );
    const { search } = open('assign-campaign', emptyDraft, articles);
    const found = await search('Article 12');
    expect(found).toHaveLength(20);
    expect(found?.[0]).toBe('Article 12');
  });

  it('reads again after a read that failed half-way, and not after one that succeeded', async () => {
    const { model, deps } = open();
    const { slices } = deps.mirror;
    let reads = 0;
    deps.mirror.slices = async function* (_size, signal) {
      const isFirst = reads++ === 0;
      for await (const rows of slices(20, signal)) {
        yield rows;
        if (isFirst) throw new Error('the database was closed');
      }
    };
    const finds = (text: string, found: readonly string[]) => {
      model.search(text);
      return expect.poll(() => model.matches.value?.map(({ title }) => title)).toEqual(found);
    };
    await finds('news 11', []);
    await finds('news 11', ['News 11']);
    await finds('news 12', ['News 12']);
    expect(reads).toBe(2);
  });

  it('ranks bio pages, too', async () => {
    const { model, search } = open('assign-channel');
    model.choose('bio');
    expect(await search('page 5')).toEqual(['Page 5', 'Page 55']);
  });

  it('shows the results of the last query only', async () => {
    const { model } = open();
    model.search('news');
    model.search('winter');
    await settled();
    await settled();
    expect(model.matches.value?.map(({ id }) => id)).toEqual(['8']);
  });

  it('shows nothing that was found for another type', async () => {
    const { model } = open('assign-channel');
    model.search('news');
    model.choose('qr');
    await settled();
    await settled();
    expect(model.matches.value).toBeNull();
  });

  it('finds the bio pages and QR codes of any channel, each once', async () => {
    const { model, search } = open('assign-channel');
    model.choose('bio');
    expect(await search('rob')).toEqual(['Robin']);
    model.choose('qr');
    expect(model.matches.value).toBeNull();
    expect(await search('sho.rt')).toEqual(['Poster']);
  });
});

describe('pasted texts', () => {
  it('are split at blanks, commas and semicolons, each part once', () => {
    expect(pastedParts(' 12, https://sho.rt/a;12\n\tsho.rt/b ')).toEqual([
      '12',
      'https://sho.rt/a',
      'sho.rt/b',
    ]);
  });

  it('are aliases in their own case', async () => {
    const { model, submitted, assign } = open();
    model.paste('A39');
    await assign();
    expect(submitted).toEqual([]);
    expect(model.blockingError.value).toEqual({ name: 'unknown', pasted: ['A39'] });
  });

  it('of digits are ids or aliases; where they are both, the whole short link is required', async () => {
    const rows = [
      linkRow(9, { alias: '40', shortUrl: 'https://sho.rt/40' }),
      linkRow(8, { alias: '777', shortUrl: 'https://sho.rt/777' }),
      linkRow(7, { alias: '7', shortUrl: 'https://sho.rt/7' }),
      linkRow(40),
    ];
    const { model, submitted, assign, reads } = open('assign-campaign', emptyDraft, rows);
    model.paste('777 40 7');
    await assign();
    expect(model.blockingError.value).toEqual({ name: 'ambiguous', pasted: ['40'] });
    expect([submitted, reads]).toEqual([[], []]);
    model.paste('777 sho.rt/40 7 12');
    await assign();
    expect(model.blockingError.value).toBeNull();
    expect(submitted.map(({ command }) => (command as { item?: string }).item)).toEqual([
      '8',
      '9',
      '7',
      '12',
    ]);
  });

  it('that are aliases on two domains require the whole short link', async () => {
    const rows = [
      linkRow(9, { alias: 'spring', shortUrl: 'https://sho.rt/spring' }),
      linkRow(8, { alias: 'spring', shortUrl: 'https://go.example.com/spring' }),
    ];
    const { model, submitted, assign } = open('assign-campaign', emptyDraft, rows);
    model.paste('spring');
    await assign();
    expect([model.blockingError.value, submitted]).toEqual([{ name: 'ambiguous', pasted: ['spring'] }, []]);
    model.paste('go.example.com/spring');
    await assign();
    expect(submitted.map(({ command }) => (command as { item?: string }).item)).toEqual(['8']);
  });

  it('with ids, short URLs with and without a scheme, and aliases become links', async () => {
    const { model, submitted, assign, reads } = open();
    model.paste('9 777 SHO.RT/Winter-8/ https://sho.rt/a40 a39');
    await assign();
    expect(submitted.map(({ command }) => command)).toEqual(
      [
        ['sho.rt/a9', '9'],
        ['777', '777'],
        ['sho.rt/Winter-8', '8'],
        ['sho.rt/a40', '40'],
        ['sho.rt/a39', '39'],
      ].map(([name, item]) => ({
        kind: 'assign-campaign',
        name,
        item,
        to: { id: '1', name: 'Spring' },
        many: true,
      })),
    );
    expect(reads).toEqual([]);
    expect([model.pasted.value, model.blockingError.value]).toEqual(['', null]);
  });

  it('that the mirror does not have are looked up on the service', async () => {
    const { model, submitted, assign, reads, world } = open();
    world.bodies.set('/api/urls', {
      error: 0,
      id: 500,
      details: { id: 500, shorturl: 'https://sho.rt/elsewhere', longurl: 'https://example.com/e' },
      data: {},
    });
    model.paste('sho.rt/elsewhere');
    await assign();
    expect(reads).toEqual([{ path: '/api/urls', query: { short: 'https://sho.rt/elsewhere' } }]);
    expect(submitted[0]?.command).toMatchObject({ name: 'sho.rt/elsewhere', item: '500' });
  });

  it('pasted during the lookup stay, and another type chosen during it stops the assignment', async () => {
    const { model, submitted } = open('assign-channel');
    model.paste('9');
    const first = model.assign();
    model.paste('9 8');
    await first;
    expect(model.pasted.value).toBe('9 8');
    expect(submitted.map(({ command }) => (command as { item?: string }).item)).toEqual(['9']);
    const second = model.assign();
    model.choose('qr');
    await second;
    expect([submitted.length, model.pasted.value]).toEqual([1, '9 8']);
  });

  it('are looked up no longer than their panel is open', async () => {
    const { model, reads, world } = open();
    world.bodies.set('/api/urls', null);
    model.paste('sho.rt/one sho.rt/two');
    const assigning = model.assign();
    model.close();
    await assigning;
    expect(reads).toEqual([]);
  });

  it('that are too many are not looked up', async () => {
    const { model, reads } = open();
    model.paste(Array.from({ length: maxAtOnce + 1 }, (_, n) => `sho.rt/no-${n}`).join(' '));
    await model.assign();
    expect([model.blockingError.value, reads]).toEqual([{ name: 'too-many' }, []]);
  });

  it('that name no link are shown, and nothing is submitted', async () => {
    const { model, submitted, assign, world } = open();
    world.bodies.set('/api/urls', null);
    model.paste('9 sho.rt/nothing nothing');
    await assign();
    expect(model.blockingError.value).toEqual({ name: 'unknown', pasted: ['sho.rt/nothing', 'nothing'] });
    expect([submitted, model.pasted.value]).toEqual([[], '9 sho.rt/nothing nothing']);
    model.paste('9');
    expect(model.blockingError.value).toBeNull();
  });

  it('are not reported as unknown when the service fails', async () => {
    const { model, submitted, assign } = open();
    model.paste('sho.rt/nothing');
    await assign();
    expect([model.blockingError.value, submitted]).toEqual([
      { name: 'failed', failure: { kind: 'timed-out' } },
      [],
    ]);
  });

  it('name bio pages and QR codes by their ids only', async () => {
    const { model, submitted, assign } = open('assign-channel');
    model.choose('qr');
    model.paste('12 sho.rt/a9');
    await assign();
    expect(model.blockingError.value).toEqual({ name: 'unknown', pasted: ['sho.rt/a9'] });
    model.paste('12');
    await assign();
    expect(submitted[0]?.command).toEqual({
      kind: 'assign-channel',
      type: 'qr',
      name: '12',
      item: '12',
      to: { id: '1', name: 'Spring' },
    });
  });
});

describe('assigning', () => {
  it('shows an error for no items and for too many', async () => {
    const { model, submitted, assign } = open();
    await assign();
    expect(model.blockingError.value).toEqual({ name: 'nothing' });
    model.paste(Array.from({ length: maxAtOnce + 1 }, (_, n) => n + 1).join(' '));
    await assign();
    expect([model.blockingError.value, submitted]).toEqual([{ name: 'too-many' }, []]);
  });

  it('submits a job for each item; “Try again” submits those that failed', async () => {
    const { model, submitted, assign, search, entered, stored } = open('assign-channel');
    await search('news 40');
    for (const one of model.matches.value ?? []) model.pick(one);
    await search('ete');
    for (const one of model.matches.value ?? []) model.pick(one);
    model.paste('40 8');
    expect(stored.at(-1)).toMatchObject({ type: 'links', pasted: '40 8' });
    await assign();
    expect(submitted.map(({ command }) => 'item' in command && command.item)).toEqual(['40', '9', '8']);
    expect(new Set(submitted.map(({ id }) => id)).size).toBe(3);
    expect(stored.at(-1)).toEqual(emptyDraft);
    expect(model.counts.value).toEqual({ all: 3, done: 0, failed: 0 });
    await submitted[0]?.finish(done());
    await submitted[1]?.finish(refused('No'));
    await submitted[2]?.finish({ ok: false, failure: null });
    expect(model.counts.value).toEqual({ all: 3, done: 1, failed: 2 });
    expect(entered).toEqual(['links 40']);
    model.retry();
    expect(model.counts.value).toEqual({ all: 3, done: 1, failed: 0 });
    expect(submitted.slice(3).map(({ command }) => 'item' in command && command.item)).toEqual(['9', '8']);
    for (const one of submitted.slice(3)) await one.finish(done());
    expect(model.counts.value).toEqual({ all: 3, done: 3, failed: 0 });
  });

  it('clears the selection for another type, where the ids name other items', async () => {
    const { model, search } = open('assign-channel');
    await search('ete');
    model.pick(model.matches.value?.[0] ?? { id: '1', title: '', address: '' });
    model.choose('bio');
    expect([model.picked.value, model.matches.value, model.query.value]).toEqual([[], null, '']);
  });
});

describe('items that are assigned', () => {
  const marks = ({ model }: ReturnType<typeof open>) =>
    (model.matches.value ?? []).map((one) => `${one.title}${model.isAssigned(one) ? ' ✓' : ''}`);

  it('are marked in a campaign, before and after “Assign”, and counted as such', async () => {
    const rows = [
      linkRow(3, { title: 'Song c' }),
      linkRow(2, { title: 'Song b', campaign: '1' }),
      linkRow(1, { title: 'Song a' }),
    ];
    const panel = open('assign-campaign', emptyDraft, rows);
    const { model, submitted, search, assign } = panel;
    await search('song');
    expect(marks(panel)).toEqual(['Song c', 'Song b ✓', 'Song a']);
    const [first] = model.matches.value ?? [];
    if (first) model.pick(first);
    await assign();
    expect(marks(panel)).toEqual(['Song c', 'Song b ✓', 'Song a']);
    await submitted[0]?.finish(done());
    expect(marks(panel)).toEqual(['Song c ✓', 'Song b ✓', 'Song a']);
  });

  it('are marked in a campaign but can be assigned again, since no response confirms it', async () => {
    const rows = [linkRow(1, { title: 'Song a', campaign: '1' })];
    const panel = open('assign-campaign', emptyDraft, rows);
    const { model, submitted, search, assign } = panel;
    const [found] = (await search('song')) === null ? [] : (model.matches.value ?? []);
    expect([marks(panel), found && model.isBlocked(found)]).toEqual([['Song a ✓'], false]);
    if (found) model.pick(found);
    await assign();
    await submitted[0]?.finish(done());
    // Moved to another campaign meanwhile.
    model.paste('1');
    await assign();
    expect(submitted.map(({ command }) => 'item' in command && command.item)).toEqual(['1', '1']);
    expect([model.blockingError.value, model.counts.value.all]).toEqual([null, 1]);
  });

  it('are marked in a channel, each type separately', async () => {
    const panel = open('assign-channel', emptyDraft, links);
    const { model } = panel;
    model.choose('bio');
    await panel.search('robin');
    expect(marks(panel)).toEqual(['Robin ✓']);
    // The service lists a channel's items, so assigning again is useless.
    expect(model.matches.value?.map((one) => model.isBlocked(one))).toEqual([true]);
  });

  it('“Assign” again shows that, and submits nothing', async () => {
    const { model, submitted, search, assign } = open('assign-channel');
    await search('ete');
    const [first] = model.matches.value ?? [];
    if (first) model.pick(first);
    await assign();
    await submitted[0]?.finish(done());
    await assign();
    expect(model.blockingError.value).toEqual({ name: 'already', count: 1 });
    model.paste('9');
    await assign();
    expect(model.blockingError.value).toEqual({ name: 'already', count: 1 });
    expect([submitted.length, model.pasted.value]).toEqual([1, '']);
    model.paste('9 8');
    await assign();
    expect(model.blockingError.value).toEqual({ name: 'already', count: 1 });
    expect(submitted.slice(1).map(({ command }) => 'item' in command && command.item)).toEqual(['8']);
  });

  it('pending items are not submitted again', async () => {
    const { model, submitted, assign } = open();
    model.paste('9');
    await assign();
    model.paste('9');
    await assign();
    expect(submitted).toHaveLength(1);
    expect(model.blockingError.value).toEqual({ name: 'already', count: 1 });
    await submitted[0]?.finish(refused('No'));
    model.paste('9');
    await assign();
    expect(submitted).toHaveLength(2);
  });
});

describe('the panels of a section', () => {
  const draft: AssignDraft = { type: 'links', pasted: 'a b', picked: [{ id: '9', title: 'x', address: '' }] };

  it('are restored with their drafts, for records that still exist', async () => {
    const { deps } = openAccount();
    const drafts = memoryDrafts({ '1': draft, '2': draft });
    const panels = createAssignPanels(deps, 'assign-campaign', drafts);
    await panels.restore((id) => (id === '1' ? 'Spring' : null));
    expect(panels.get('1')?.picked.value).toEqual(draft.picked);
    expect(panels.get('2')).toBeNull();
    panels.get('1')?.unpick('9');
    expect(drafts.stored).toEqual({ '1': { ...draft, picked: [] } });
    panels.close('1');
    expect([drafts.stored, panels.get('1')]).toEqual([{}, null]);
    // Closed by mistake and opened again.
    panels.show({ id: '1', name: 'Spring' });
    expect(panels.get('1')?.pasted.value).toBe('a b');
    expect(drafts.stored).toEqual({ '1': { ...draft, picked: [] } });
  });

  it('an empty one leaves no draft', () => {
    const { deps } = openAccount();
    const drafts = memoryDrafts<AssignDraft>();
    const panels = createAssignPanels(deps, 'assign-campaign', drafts);
    panels.show({ id: '1', name: 'Spring' });
    panels.get('1')?.paste('x');
    panels.get('1')?.paste('');
    expect(drafts.stored).toEqual({});
  });
});
