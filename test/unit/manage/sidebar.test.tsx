/** The sidebar: sections with their counts, jobs, request limit, and the menu of a narrow window. */
import { signal } from '@preact/signals';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, it } from 'vitest';
import { Sidebar } from '../../../entrypoints/manage/sidebar.tsx';
import type { SectionName } from '../../../entrypoints/manage/section-names.ts';
import type { SectionDeps } from '../../../entrypoints/manage/section-deps.ts';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { draw, find, fire, press, root, textsOf } from '../../support/dom.ts';
import { speak } from '../../support/speak.ts';
import { activityView, jobView } from '../../support/sample-views.ts';
import { bulkOf, noRows } from '../../support/sample-bulks.ts';
import { noFreshness, type MirrorFreshness } from '../../../lib/mirror/mirror-reader.ts';
import { fakeSectionDeps } from './section-deps.ts';
import { openManage } from './open-manage.ts';
import { msg, msgCount } from '../../support/texts.ts';
import { flushMicrotasks } from '../../support/flush.ts';

beforeEach(() => speak());

const account = signal({ username: '', email: 'robin@example.com', avatar: null });

async function open(
  change: Partial<ActivityView> = {},
  counts: SectionDeps['mirror']['counts'] = async () => ({}),
  bulks: readonly Bulk[] = [],
  freshness: MirrorFreshness = noFreshness,
) {
  await draw(null);
  const page = openManage(activityView(change));
  const chosen: SectionName[] = [];
  const world = { change: (_what: 'links' | 'lists' | 'bulk'): void => undefined };
  const onChange: SectionDeps['mirror']['onChange'] = (listener) => {
    world.change = listener;
    return () => undefined;
  };
  const base = fakeSectionDeps();
  const mirror = { ...base.mirror, counts, freshness: async () => freshness, onChange };
  const deps = { ...base, mirror, bulks: signal(bulks) };
  const show = (current: SectionName) =>
    draw(
      <Sidebar
        page={page.model}
        deps={deps}
        current={current}
        account={account}
        onChoose={(name) => chosen.push(name)}
      />,
    );
  await show('links');
  await act(flushMicrotasks);
  return {
    ...page,
    chosen,
    ...world,
    show,
    changed: (what: 'links' | 'bulk') => act(() => world.change(what)),
  };
}

const names = () => textsOf('nav a > span:nth-of-type(1)');
const numbers = () => textsOf('nav .number').filter((text) => text !== '');

describe('the navigation', () => {
  it('has the sections in three groups, and the account at the foot', async () => {
    await open();
    expect([...root.querySelectorAll('nav ul')].map((group) => group.children.length)).toEqual([1, 6, 2]);
    expect(names()).toHaveLength(9);
    expect(textsOf('[aria-current=page]')).toEqual([msg('links')]);
    expect(find('.side-account').getAttribute('href')).toBe('#account');
    expect(textsOf('.side-account bdi')).toEqual(['robin@example.com']);
  });

  it('reports a section that is chosen, but not one that opens in another tab', async () => {
    const { chosen } = await open();
    const entry = find('nav a');
    await fire(entry, 'click');
    await fire(entry, 'click', { ctrlKey: true });
    expect(chosen).toEqual(['links']);
  });

  it('has the progress of the batches that run, or that they are paused', async () => {
    const [run, pause] = [
      bulkOf('a', { counts: { ...noRows, waiting: 1, done: 3 } }),
      bulkOf('b', { desiredState: 'pause' }),
    ];
    const finished = bulkOf('c', { counts: { ...noRows, done: 4 } });
    await open({}, undefined, [finished]);
    expect(root.querySelector('nav .pill')).toBeNull();
    await open({}, undefined, [finished, pause, run]);
    expect(numbers()).toEqual(['75%']);
    await open({}, undefined, [pause]);
    // Its name would take two lines beside a word.
    expect([numbers(), find('nav .pill').getAttribute('title')]).toEqual([[], msg('bulkPaused')]);
  });

  it('has the number of records, which is not part of a link’s name, and reads it again after a change', async () => {
    let links = 1_284;
    const { changed } = await open({}, async () => ({ links, campaigns: 24, channels: 0 }));
    expect(numbers()).toEqual(['1,284', '24']);
    expect(find('nav .number').getAttribute('aria-hidden')).toBe('true');
    links = 1_285;
    await changed('bulk');
    expect(numbers()[0]).toBe('1,284');
    await changed('links');
    await act(flushMicrotasks);
    expect(numbers()[0]).toBe('1,285');
  });

  it('marks the numbers of lists that are not fully synced yet', async () => {
    await open({}, async () => ({ links: 120, campaigns: 24 }), [], {
      ...noFreshness,
      lists: { ...noFreshness.lists, campaigns: { at: 1, complete: true } },
    });
    expect(numbers()).toEqual(['120', '24']);
    expect(textsOf('nav .so-far')).toEqual(['120']);
    expect(find('nav .so-far').getAttribute('title')).toBe(msg('countSoFar', '120'));
  });

  it('has no numbers where the mirror can’t be read', async () => {
    await open({}, async () => {
      throw new Error('unreadable');
    });
    expect(numbers()).toEqual([]);
  });

  it('has the number of jobs that are in progress or need a decision', async () => {
    await open({ jobs: [jobView({ state: 'queued' }), jobView({ state: 'refused', endedAt: 5 })] });
    expect(textsOf('.pill')).toEqual(['1']);
  });
});

describe('the request limit', () => {
  const meter = {
    limit: 30,
    windowMs: 60_000,
    remaining: 13,
    resetAt: 141_000,
    usedHere: 16,
    usedElsewhere: 1,
  };
  const cells = () => [...root.querySelectorAll('.cells span')].map(({ className }) => className);

  it('counts failed jobs while nothing is in progress, until they are dismissed', async () => {
    const failed = jobView({ id: 'a', state: 'refused', endedAt: 1 });
    await open({ jobs: [failed, { ...failed, id: 'b' }, { ...failed, id: 'c', dismissed: true }] });
    expect([find('.pill.bad').textContent, find('.pill.bad').title]).toEqual([
      '2',
      msgCount('failedCount', 2),
    ]);
    await open({ jobs: [failed, jobView({ id: 'b', state: 'queued' })] });
    expect(textsOf('.pill')).toEqual(['1']);
  });

  it('has a cell for each request, by who used it, and counts those that the bar fills, as Activity does', async () => {
    await open({ meter });
    expect(textsOf('.side-meter p:first-child')).toEqual([
      `${msg('meterHeading')} ${msgCount('meterUsedOf', 17, '30')}`,
    ]);
    expect([cells().length, cells().filter((one) => one === 'here').length, cells()[16]]).toEqual([
      30,
      16,
      'elsewhere',
    ]);
    expect(textsOf('.side-meter > .number')).toEqual([msg('meterResets', msgCount('seconds', 41))]);
  });

  it('has at most thirty cells', async () => {
    await open({ meter: { ...meter, limit: 1_000, remaining: 500, usedHere: 250, usedElsewhere: 250 } });
    expect(cells().length).toBe(30);
    expect(cells().filter((one) => one !== '')).toHaveLength(15);
  });

  it.each([[null], [{ ...meter, limit: 'none' as const }], [{ ...meter, remaining: null }]])(
    'is not shown where it is unknown: %j',
    async (unknown) => {
      await open({ meter: unknown });
      expect(root.querySelector('.side-meter')).toBeNull();
    },
  );
});

describe('the menu of a narrow window', () => {
  const isOpen = () => find('.section-menu').getAttribute('aria-expanded');

  it('is closed by Escape, with the focus on its button, and by another section', async () => {
    const { show } = await open();
    expect([textsOf('.section-menu'), isOpen()]).toEqual([[msg('links')], 'false']);
    await fire(find('.section-menu'), 'click');
    expect([isOpen(), find('[id="section-menu"]').dataset['open']]).toEqual(['true', 'true']);
    let focused = 0;
    Reflect.set(find('.section-menu'), 'focus', () => focused++);
    await press(find('nav a'), 'Escape');
    expect([isOpen(), focused]).toEqual(['false', 1]);
    await fire(find('.section-menu'), 'click');
    await show('activity');
    expect([textsOf('.section-menu'), isOpen()]).toEqual([[msg('activity')], 'false']);
  });
});
