/** "Placements" as rendered: the rows by name, and the table with the actions of each row. */
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, field, find, fire, root, settle, textsOf, type } from '../../support/dom.ts';
import { speak } from '../../support/speak.ts';
import {
  askFor,
  isMade,
  isRefused,
  openPlaces,
  place,
  viewOf,
  type PlacesOptions,
} from './open-placements.ts';
import { isolate, isolateLeftToRight } from '../../../lib/text/isolate.ts';
import { splitDestination } from '../../../entrypoints/link/destination.tsx';
import { inOrder, msg, msgCount } from '../../support/texts.ts';

vi.mock('../../../lib/browser/native.ts', () => ({ native: {} }));
vi.stubGlobal('requestAnimationFrame', (work: () => void) => work());
const { Placements } = await import('../../../entrypoints/link/placements.tsx');

beforeEach(async () => {
  speak();
  await draw(null);
});

async function open(options: PlacesOptions = {}, isFirst = false) {
  const page = openPlaces(options);
  await draw(<Placements model={page.model} isFirst={isFirst} />);
  return page;
}

const button = (name: string): HTMLElement => {
  const found = [...root.querySelectorAll<HTMLElement>('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
};
const listed = (...items: string[]) => new Intl.ListFormat('en').format(items.map(isolate));
const press = (name: string) => fire(button(name), 'click');
const statuses = () => textsOf('[role=status]').map((text) => text.trim());

it('is folded, unless the page was opened for it', async () => {
  await open();
  expect(find('details').hasAttribute('open')).toBe(false);
  await draw(null);
  const into = vi.spyOn(Element.prototype, 'scrollIntoView');
  await open({}, true);
  await settle();
  expect([find('details').hasAttribute('open'), into.mock.contexts]).toEqual([true, [find('#placements')]]);
  into.mockRestore();
});

describe('the rows', () => {
  it('Enter leads to the row below, which is added below the last one; from an empty one to the main button', async () => {
    const { model } = await open();
    const focused: string[] = [];
    const watch = () => {
      for (const one of root.querySelectorAll<HTMLElement>('input, .main'))
        one.focus = () => void focused.push(one.id || 'main');
    };
    const enterIn = async (id: string) => {
      watch();
      const event = await fire(field(`#${id}`), 'keydown', { key: 'Enter' });
      expect(event.defaultPrevented).toBe(true);
    };
    await press(msg('addPlacement'));
    await type(field('#places-0'), 'Poster');
    await enterIn('places-0');
    expect(model.set.value.places).toHaveLength(2);
    await enterIn('places-0-source');
    await enterIn('places-1');
    expect(focused.slice(-2)).toEqual(['places-1-source', 'main']);
    expect(model.set.value.places).toHaveLength(2);
  });

  it('have a line for the short link also where the service generates its alias', async () => {
    await open({ link: { alias: '' } });
    await press(msg('addPlacement'));
    await type(field('#places-0'), 'Poster');
    expect(textsOf('.to-come > span')[0]).toContain(msg('aliasAutomatic'));
    expect(textsOf('.to-come > .hint')).toHaveLength(1);
  });

  it('name their suggestions and their errors', async () => {
    const { model } = await open({ link: { alias: 'spring' } });
    await press(msg('addPlacement'));
    await type(field('#places-0'), 'Café Zoë');
    expect([field('#places-0-source').value, field('#places-0-suffix').value]).toEqual([
      'cafe-zoe',
      'cafe-zoe',
    ]);
    expect(find('#places-0-suffix-hint').textContent).toBe(msg('placementAlias', 'spring-cafe-zoe'));
    // The value that tells its destination from the others stands out, whole.
    expect(textsOf('.to-come .parameters')).toEqual(['cafe-zoe']);
    expect(textsOf('.columns span').at(-1)).toBe(msg('shortLinkAndDestination'));
    // A status that has nothing to say is empty: the style sheet leaves no gap for it.
    expect([...root.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)).toContain('');
    expect([...root.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)).not.toContain(
      ' ',
    );
    expect(button(msgCount('createLinks', 1)).hasAttribute('disabled')).toBe(false);
    await press(msg('addPlacement'));
    await type(field('#places-1-source'), 'x');
    expect(statuses()).toContain(msg('fixPlacementsFirst', isolate(msg('placementRow', '2'))));
    expect(find('#places-1-problem').textContent).toContain(msg('problemPlacementName'));
    expect(button(msgCount('createLinks', 2)).hasAttribute('disabled')).toBe(true);
    await press(msg('removeChoice', msg('placementRow', '2')));
    expect(model.set.value.places).toEqual([place('Café Zoë')]);
  });

  it('name a source that the URL has already, with its replacement', async () => {
    await open({ link: { address: 'https://example.com/a?utm_source=google&b=1' } });
    await press(msg('addPlacement'));
    expect(root.querySelector('#places-parameter-hint')).toBeNull();
    await type(field('#places-0'), 'Poster');
    const plain = (selector: string) => find(selector).textContent.replaceAll(/[\u2066-\u2069]/gu, '');
    expect(plain('#places-parameter-hint')).toBe(
      msg('placementsReplace', 'utm_source', 'google', msg('sourceParameter')),
    );
    expect(plain('#places-0-source-hint')).toBe(
      msg('placementDestination', 'https://example.com/a?utm_source=poster&b=1'),
    );
    await type(field('#places-parameter'), 'ref');
    expect(root.querySelector('#places-parameter-hint')).toBeNull();
    expect(plain('#places-0-source-hint')).toBe(
      msg('placementDestination', 'https://example.com/a?utm_source=google&b=1&ref=poster'),
    );
  });

  it('let the service choose the alias until a suffix is typed', async () => {
    const { model } = await open();
    await press(msg('addPlacement'));
    await type(field('#places-0'), 'Poster');
    expect(field('#places-0-suffix').value).toBe('');
    expect(field('#places-0-suffix').getAttribute('placeholder')).toBe(msg('aliasAutomatic'));
    await type(field('#places-0-suffix'), 'wall');
    expect(model.set.value.places).toEqual([place('Poster', null, 'wall')]);
    expect(find('#places-0-suffix-hint').textContent).toBe(msg('placementAlias', 'wall'));
  });

  it('take pasted lines', async () => {
    const { model } = await open();
    await press(msg('addPlacement'));
    const clipboardData = (text: string) => ({ clipboardData: { getData: () => text } });
    const one = await fire(field('#places-0'), 'paste', clipboardData('one'));
    const other = await fire(field('#places-0-source'), 'paste', clipboardData('a\nb'));
    expect([one.defaultPrevented, other.defaultPrevented]).toEqual([false, false]);
    const lines = await fire(field('#places-0'), 'paste', clipboardData('a\nb'));
    expect(lines.defaultPrevented).toBe(true);
    expect(model.set.value.places.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(statuses()).toContain(msgCount('placementsPasted', 2));
  });

  it('offer the last set while there are none', async () => {
    const last = { parameter: 'ref', places: [place('A'), place('B')] };
    const { model } = await open({ last });
    await press(msg('reusePlacements', listed('A', 'B')));
    expect(model.set.value).toEqual(last);
    expect(field('#places-parameter').value).toBe('ref');
  });
});

describe('the destination of a placement', () => {
  it.each([
    ['example.com/a?utm_source=poster', ['example.com/a?utm_source=', 'poster', '']],
    [
      'rail.example.org/journal/2026/03/night-trains?a=1&utm_source=x&b=2#c',
      ['…/night-trains?a=1&utm_source=', 'x', '&b=2#c'],
    ],
    ['rail.example.org/journal/2026/03/night-trains/', ['…/night-trains/', '', '']],
    [
      'https://a-rather-long-host-name.example.com/?xutm_source=a',
      ['a-rather-long-host-name.example.com/?xutm_source=a', '', ''],
    ],
  ])('%s', (address, parts) => {
    expect(Object.values(splitDestination(address, 'utm_source'))).toEqual(parts);
  });
});

describe('the table', () => {
  async function asked(options: PlacesOptions = {}) {
    const page = await open(options);
    let ids: string[] = [];
    await act(async () => {
      ids = await askFor(page, ...['A', 'B', 'C', 'D'].map((name) => place(name)));
    });
    const [a = '', b = '', c = '', d = ''] = ids;
    return { ...page, ids: { a, b, c, d } };
  }
  const cells = () => textsOf('.place-table tbody td:nth-child(3)').map((text) => text.trim());

  it('shows the status of each row, with its time, and of all together', async () => {
    const { model, ids, asked: acts } = await asked();
    expect(statuses()).toContain(msgCount('jobsQueued', 4));
    await act(() =>
      model.show(
        viewOf(
          isMade(ids.a, 1),
          isRefused(ids.b),
          { id: ids.c, state: 'cancelled' },
          { id: ids.d, waits: 'limit', goesAt: 112_000 },
        ),
      ),
    );
    expect(statuses()).toContain(
      [
        msgCount('placementsCreated', 1),
        msgCount('failedCount', 1),
        msgCount('placementsCanceled', 1),
        msgCount('jobsQueued', 1),
      ].join(' · '),
    );
    expect(cells()).toEqual([
      msg('created'),
      expect.stringMatching(inOrder(msg('failed'), 'Taken.', msg('tryAgain'))),
      expect.stringMatching(inOrder(msg('canceled'), msg('tryAgain'))),
      msg('waitingForLimit', msgCount('seconds', 12)),
    ]);
    expect(textsOf('tbody th')).toEqual(['A', 'B', 'C', 'D']);
    expect(textsOf('.place-link')).toEqual(['sho.rt/1']);
    expect(textsOf('tbody td:nth-child(2) .hint > bdi')).toEqual(
      ['a', 'b', 'c', 'd'].map((source) => expect.stringContaining(`utm_source=${source}`) as unknown),
    );
    expect(textsOf('tbody .parameters')).toEqual(['a', 'b', 'c', 'd']);
    expect(textsOf('tbody .hint .visually-hidden')[0]).toBe(
      `${msg('destinationLabel')} example.com/page?utm_source=a`,
    );
    await press(msg('cancelQueuedLinks'));
    await settle();
    expect(acts).toContain(`cancel ${ids.d}`);
    expect(statuses()).toContain(msgCount('canceledCount', 1));
    await press(msg('copyLink', 'A'));
    await settle();
    expect(find('tr[data-state=created] .state strong').textContent).toBe(msg('copied'));
  });

  it('takes another suffix for a refused row, unless another row has it', async () => {
    const { model, ids, asked: acts } = await asked({ link: { alias: 'x' } });
    await act(() => model.show(viewOf(isRefused(ids.b))));
    await type(field(`#suffix-${ids.b}`), 'a');
    expect(button(msg('tryAgainNamed', 'B')).hasAttribute('disabled')).toBe(true);
    expect(find(`#suffix-${ids.b}-problem`).textContent).toContain(msg('problemOtherAlias'));
    await type(field(`#suffix-${ids.b}`), 'b2');
    await press(msg('tryAgainNamed', 'B'));
    await settle();
    expect(model.rows.value[1]?.alias).toBe('x-b2');
    expect(acts).toContain(`acknowledge ${ids.b}`);
  });

  it('says why a row can’t be retried', async () => {
    const { model, ids } = await asked();
    await act(() => model.show(viewOf({ ...isRefused(ids.a), passwordDropped: true }, { id: ids.b })));
    expect(cells()[0]).toContain(msg('placementPasswordNotSaved'));
    await act(() => model.show(viewOf()));
    expect(cells()[1]).toContain(msg('placementResultUnknown'));
    expect(statuses()).toContain(`${msgCount('placementsUnknown', 2)} · ${msgCount('jobsQueued', 2)}`);
  });

  it('is copied as a table, and returns to the rows', async () => {
    const { model, ids, copies } = await asked();
    const { a, b, c, d } = ids;
    await act(() => model.show(viewOf(...[a, b, c, d].map((id, n) => isMade(id, n)))));
    await press(msg('copyTable'));
    await settle();
    expect(copies[0]?.split('\n')[1]).toBe('A\thttps://sho.rt/0\thttps://example.com/page?utm_source=a\ta');
    expect(statuses()).toContain(msg('tableCopied'));
    await press(msg('morePlacements'));
    expect(field('#places-3').value).toBe('D');
    expect(find('details').hasAttribute('open')).toBe(true);
    await press(msg('cancel'));
    expect(find('.place-table')).not.toBeNull();
  });

  it('has rows that show the links created already, and counts only the new ones', async () => {
    const { model, ids } = await asked();
    const { a, b, c, d } = ids;
    await act(() =>
      model.show(viewOf(isMade(a, 1), isMade(b, 2), isMade(c, 3), { id: d, state: 'cancelled' })),
    );
    await press(msg('morePlacements'));
    expect(find('#places-0-hint').textContent).toBe(msg('notifyCreated', isolateLeftToRight('sho.rt/1')));
    expect(root.querySelector('#places-3-hint')).toBeNull();
    expect(button(msgCount('createLinks', 1)).hasAttribute('disabled')).toBe(false);
    await type(field('#places-0-source'), 'other');
    expect(root.querySelector('#places-0-hint')).toBeNull();
    expect(button(msgCount('createLinks', 2)).hasAttribute('disabled')).toBe(false);
  });

  it('offers “Try again” in a row whose result is no longer known, and says so beside the field', async () => {
    const { model, ids } = await asked();
    const made = [isMade(ids.a, 1), isMade(ids.b, 2), isMade(ids.c, 3)];
    await act(() => model.show(viewOf(...made, { id: ids.d, state: 'cancelled' })));
    await act(() => model.show(viewOf(...made)));
    expect(find('tr[data-state=unknown] .failure').textContent).toContain(msg('placementResultUnknown'));
    expect(button(msg('tryAgainNamed', 'D')).hasAttribute('disabled')).toBe(false);
    await press(msg('morePlacements'));
    expect(find('#places-3-hint').textContent).toBe(msg('placementResultUnknown'));
    const [, , , last] = root.querySelectorAll('.to-come');
    expect(last?.textContent).toContain(msg('placementResultUnknown'));
  });
});
