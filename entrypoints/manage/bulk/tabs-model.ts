/** The choice of the open tabs that are imported: the window, the selected ones or a group, without those that are unchecked. */
import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type * as openTabs from '../../../lib/browser/open-tabs.ts';
import type * as permissions from '../../../lib/browser/permissions.ts';
import type { TabOptions } from './tab-options.ts';
import { parseUserUrl } from '../../../lib/url/parse-user-url.ts';

/** Where the button's menu was opened. It is part of the URL, since opening this page changes the active tab. */
interface TabsOrigin {
  readonly window: number | null;
  readonly group: number | null;
  /** Ids of the selected tabs. */
  readonly selected: readonly number[];
  /** Under which the popup has stored what was chosen there; empty for nothing. */
  readonly optionsId: string;
}

const tabsItem = /^tabs(?:\.(-?\d+)\.(-?\d+)\.([\d,]*)(?:\.([\w-]+))?)?$/u;

/** @param item the part of the URL behind the section's name */
export const isTabs = (item: string): boolean => tabsItem.test(item);

function parseOrigin(item: string): TabsOrigin {
  const [, window, group, selected = '', optionsId = ''] = tabsItem.exec(item) ?? [];
  return {
    window: window === undefined ? null : Number(window),
    group: group === undefined || Number(group) < 0 ? null : Number(group),
    selected: selected.split(',').filter(Boolean).map(Number),
    optionsId,
  };
}

export type OpenTab = openTabs.OpenTab;

type TabsDeps = typeof openTabs &
  Pick<typeof permissions, 'canListTabs' | 'requestTabs'> & {
    readonly readOptions: (id: string) => Promise<TabOptions>;
    readonly removeOptions: (id: string) => Promise<void>;
    /** The page has a short link, as far as the mirror knows. */
    readonly isShortened: (address: string) => Promise<boolean>;
  };

/** Tabs that can be imported together. */
export interface TabSet {
  readonly kind: 'window' | 'selected' | 'group';
  readonly id: string;
  readonly tabs: readonly OpenTab[];
}

export type TabsModel = ReturnType<typeof createTabsModel>;

export function createTabsModel(deps: TabsDeps) {
  const state = signal<PanelState>('closed');
  const tabs = signal<readonly OpenTab[]>([]);
  const origin = signal<TabsOrigin>(parseOrigin('tabs'));

  const windowTabs = computed(() => tabs.value.filter(({ window }) => window === origin.value.window));
  const sets = computed(() => listSets(windowTabs.value, origin.value.selected));
  const choice = createTabChoice(sets);
  let options: TabOptions = {};

  async function show(): Promise<void> {
    state.value = 'loading';
    try {
      if (origin.peek().window === null)
        origin.value = { ...origin.peek(), window: await deps.currentWindowId() };
      tabs.value = await deps.listOpenTabs();
    } catch {
      // Shown as a window without tabs.
      tabs.value = [];
    }
    choice.choose(initialSet(origin.peek()));
    state.value = 'open';
  }

  return {
    state,
    sets,
    shortened: shortenedOf(deps, tabs),
    /** The number of tabs in the window that can't be shortened: browser pages and incognito tabs. */
    skipped: computed(
      () => windowTabs.value.filter((tab) => !isShortenable(tab) && tab.address !== '').length,
    ),
    isPrivate: computed(() => windowTabs.value.length > 0 && windowTabs.value.every((tab) => tab.private)),

    async open(item: string): Promise<void> {
      const { optionsId } = (origin.value = parseOrigin(item));
      state.value = 'loading';
      // The review shows what the links get, so that missing options are seen.
      options = optionsId === '' ? {} : await deps.readOptions(optionsId).catch(() => ({}));
      // Where the permission can't be read, it is requested.
      if (await deps.canListTabs().catch(() => false)) await show();
      else state.value = 'needs-permission';
    },

    /** What was chosen in the popup. */
    options: (): TabOptions => options,

    close(): void {
      state.value = 'closed';
      const { optionsId } = origin.peek();
      // Drafts that are left are removed later.
      if (optionsId !== '') deps.removeOptions(optionsId).catch(() => undefined);
    },

    allow: () => requestTabs(deps, state, show),

    ...choice,
  };
}

/** The URLs that have a short link already. Only a mark: the review looks again, and says whether that link is used. */
function shortenedOf({ isShortened }: TabsDeps, tabs: ReadonlySignal<readonly OpenTab[]>) {
  const shortened = signal<ReadonlySet<string>>(new Set());
  effect(() => {
    const addresses = tabs.value.filter(isShortenable).map(({ address }) => address);
    // Without the mirror it is not known.
    const looking = addresses.map((address) => isShortened(address).catch(() => false));
    void Promise.all(looking).then((found) => {
      shortened.value = new Set(addresses.filter((_, at) => found[at]));
    });
  });
  return shortened;
}

type PanelState = 'closed' | 'loading' | 'needs-permission' | 'denied' | 'open';

/** Called by the click itself: the browser grants the permission only during a user gesture. */
async function requestTabs(
  deps: TabsDeps,
  state: Signal<PanelState>,
  show: () => Promise<void>,
): Promise<void> {
  // As where the user denies it.
  if (await deps.requestTabs().catch(() => false)) await show();
  else state.value = 'denied';
}

/** The chosen set, and its tabs that are checked. */
function createTabChoice(sets: ReadonlySignal<readonly TabSet[]>) {
  const chosen = signal('');
  /** Ids of tabs of the chosen set. */
  const unchecked = signal<ReadonlySet<number>>(new Set());
  const chosenSet = computed(() => sets.value.find(({ id }) => id === chosen.value) ?? sets.value[0] ?? null);

  return {
    chosenSet,
    checkedTabs: computed(() => chosenSet.value?.tabs.filter(({ id }) => !unchecked.value.has(id)) ?? []),

    choose(id: string): void {
      chosen.value = id;
      unchecked.value = new Set();
    },

    check(id: number, isChecked: boolean): void {
      const others = [...unchecked.peek()].filter((other) => other !== id);
      unchecked.value = new Set(isChecked ? others : [...others, id]);
    },

    checkAll(isChecked: boolean): void {
      const { tabs = [] } = chosenSet.peek() ?? {};
      unchecked.value = new Set(isChecked ? [] : tabs.map(({ id }) => id));
    },
  };
}

/** An incognito tab must not be stored, so it can't be part of a bulk. */
function isShortenable(tab: OpenTab): boolean {
  return !tab.private && parseUserUrl(tab.address).ok;
}

function listSets(windowTabs: readonly OpenTab[], selected: readonly number[]): readonly TabSet[] {
  const open = windowTabs.filter((tab) => !tab.private);
  const picked = open.filter(({ id }) => selected.includes(id));
  const groups = new Set(open.flatMap(({ group }) => group ?? []));
  const sets: TabSet[] = [
    { kind: 'window', id: 'window', tabs: open },
    ...(picked.length > 1 ? [{ kind: 'selected', id: 'selected', tabs: picked } as const] : []),
    ...[...groups].map((group) => ({
      kind: 'group' as const,
      id: `group-${group}`,
      tabs: open.filter((tab) => tab.group === group),
    })),
  ];
  return sets
    .map((set) => ({ ...set, tabs: set.tabs.filter(isShortenable) }))
    .filter((set) => set.tabs.length > 0);
}

/** Tabs that the user selected before opening the menu are chosen first. */
function initialSet({ selected, group }: TabsOrigin): string {
  if (selected.length > 1) return 'selected';
  return group === null ? 'window' : `group-${group}`;
}
