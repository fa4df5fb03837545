/** Rules of stored values: recent links, picker lists, the parser of the popup view. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recentFirst, withRecentId } from '../../../lib/storage/picker-lists.ts';
import { emptyPopupView, parsePopupView } from '../../../lib/views/popup-view.ts';
import { presetsItem, stripAccountIds } from '../../../lib/storage/presets.ts';
import { maxRecentLinks, withRecent, type RecentLink } from '../../../lib/storage/recent-links.ts';
import { fullView } from '../../support/sample-views.ts';
import { recentLink } from '../../support/samples.ts';

describe('recent links', () => {
  it('have the newest first, at most 50, each short link once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 150 }), (made) => {
        let links: RecentLink[] = [];
        for (const n of made) links = withRecent(links, recentLink(n));
        const wanted = [...new Set([...made].reverse())].slice(0, maxRecentLinks);
        expect(links.map(({ id }) => Number(id))).toEqual(wanted);
      }),
    );
    expect(maxRecentLinks).toBe(50);
  });

  it('leave the given list unchanged', () => {
    const links = [recentLink(1), recentLink(2)];
    withRecent(links, recentLink(2));
    expect(links).toEqual([recentLink(1), recentLink(2)]);
  });
});

describe('picker lists', () => {
  const named = (id: string) => ({ id, name: `n${id}` });

  it('have recently used options first, newest first; the others stay in their order', () => {
    const choices = ['5', '4', '3', '2', '1'].map(named);
    expect(recentFirst(choices, ['1', '9', '4']).map(({ id }) => id)).toEqual(['1', '4', '5', '3', '2']);
    expect(choices.map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1']);
  });

  it('keep every option once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat()), fc.array(fc.nat()), (ids, recent) => {
        const ordered = recentFirst(
          ids.map((id) => named(String(id))),
          recent.map(String),
        );
        expect(ordered.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
          [...ids].sort((a, b) => a - b),
        );
      }),
    );
  });

  it('have the newest recent ids first, each once, at most 20', () => {
    let ids: string[] = [];
    for (let n = 1; n <= 30; n++) ids = withRecentId(ids, String(n));
    ids = withRecentId(ids, '15');
    expect(ids.slice(0, 3)).toEqual(['15', '30', '29']);
    expect(ids).toHaveLength(20);
  });
});

describe('the parser of the popup view', () => {
  const lists = ['campaigns', 'channels', 'pixels', 'pixelTypes', 'domains', 'recents', 'jobs'] as const;

  it('accepts the background’s view after storage, unchanged', () => {
    for (const view of [emptyPopupView, fullView()]) {
      const stored: unknown = structuredClone(view);
      expect(parsePopupView(stored)).toEqual(view);
    }
  });

  it.each([
    [undefined],
    [null],
    [1],
    ['view'],
    [[]],
    [{}],
    [{ ...fullView(), version: emptyPopupView.version + 1 }],
    [{ ...fullView(), version: emptyPopupView.version - 1 }],
    [{ ...fullView(), version: '1' }],
  ])('gives null for %j', (raw) => {
    expect(parsePopupView(raw)).toBeNull();
  });

  it.each(lists)('gives null without %s', (list) => {
    const { [list]: _left, ...rest } = fullView();
    expect(parsePopupView(rest)).toBeNull();
    expect(parsePopupView({ ...rest, [list]: { length: 0 } })).toBeNull();
  });

  it.each([
    [null],
    [undefined],
    [[]],
    [{}],
    [{ campaign: null, channel: null }],
    [{ campaign: null, channel: null, pixels: {} }],
  ])('gives null when the defaults are %j: the form reads its pixels from them', (defaults) => {
    expect(parsePopupView({ ...fullView(), defaults })).toBeNull();
  });

  it.each(lists)('gives null when %s holds null: a page could not render it', (list) => {
    expect(parsePopupView({ ...fullView(), [list]: [null] })).toBeNull();
  });

  it('throws for none of 1,000 damaged values, and accepts only those with every list', () => {
    const paths = [...Object.keys(fullView()), 'defaults.pixels'];
    const damage = fc.array(fc.tuple(fc.constantFrom(...paths), fc.option(fc.anything())), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(damage, fc.boolean(), (damages, dropped) => {
        const view: Record<string, unknown> = { ...fullView() };
        for (const [path, value] of damages) {
          if (path === 'defaults.pixels') view['defaults'] = { campaign: null, channel: null, pixels: value };
          else if (dropped) delete view[path];
          else view[path] = value;
        }
        const passed = parsePopupView(view);
        if (passed === null) return;
        for (const list of lists) expect(Array.isArray(passed[list])).toBe(true);
        expect(Array.isArray(passed.defaults.pixels)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.anything(), (raw) => void parsePopupView(raw)),
      { numRuns: 1_000 },
    );
  });
});

it('removes the ids of another account from presets', () => {
  const fields = {
    campaign: null,
    pixels: [],
    domain: 'https://x.example',
    alias: 'x',
    extras: { note: 'x' },
  };
  const stored = { list: [{ id: 'p1', name: 'Mail', sites: ['example.com'], fields }], defaultId: 'p1' };
  expect(stripAccountIds(stored)).toEqual({
    ...stored,
    list: [{ ...stored.list[0], fields: { alias: 'x', extras: { note: 'x' } } }],
  });
  // A type that is a number is the id of a splash page or an overlay.
  const typed = (type: string) => ({
    list: [{ id: 'p1', name: 'Mail', sites: [], fields: { extras: { type, note: 'x' } } }],
    defaultId: null,
  });
  expect(stripAccountIds(typed('frame'))).toEqual(typed('frame'));
  expect(stripAccountIds(typed('12')).list[0]?.fields).toEqual({ extras: { note: 'x' } });
  expect(stripAccountIds(presetsItem.fallback)).toBe(presetsItem.fallback);
});
