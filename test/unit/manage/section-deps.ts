/** Fake dependencies of a section: an empty account, and a service that never answers. A test replaces what it needs. */
import { signal } from '@preact/signals';
import type { SectionDeps } from '../../../entrypoints/manage/section-deps.ts';
import { noFreshness } from '../../../lib/mirror/mirror-reader.ts';
import { activityView } from '../../support/sample-views.ts';

/** @param acts receives every copy, opened page, navigation and sync */
export function fakeSectionDeps(change: Partial<SectionDeps> = {}, acts: string[] = []): SectionDeps {
  const { mirror, ...rest } = change;
  return {
    scope: signal('https://sho.rt#12'),
    view: signal(activityView()),
    bulks: signal([]),
    item: signal(''),
    now: () => 100_000,
    newId: () => crypto.randomUUID(),
    read: async () => ({ ok: false, failure: { kind: 'timed-out' } }),
    submit: async () => ({ ok: false, failure: { kind: 'timed-out' } }),
    announceWork: async () => {},
    sync: ({ force = false } = {}) => void acts.push(force ? 'sync all' : 'sync'),
    copy: async (text) => {
      acts.push(`copy ${text}`);
      return true;
    },
    navigate: (section, item = '') => void acts.push(`go ${section} ${item}`.trim()),
    saveAccount: async () => ({ ok: false, failure: { kind: 'timed-out' } }),
    ...rest,
    mirror: {
      slices: async function* none() {},
      newest: async () => [],
      link: async () => null,
      byAddress: async () => [],
      records: async () => [],
      items: async () => [],
      itemsFreshness: async () => noFreshness.lists.channels,
      freshness: async () => noFreshness,
      counts: async () => ({}),
      onChange: () => () => undefined,
      ...mirror,
    },
  };
}
