/** The choice of the open tabs that are imported: the window, the selected ones or a group, without those that are unchecked. */
import { computed, signal } from '@preact/signals';
import * as openTabs from '../../../lib/browser/open-tabs.ts';
import { canListTabs, requestTabs } from '../../../lib/browser/permissions.ts';
import { readTabOptions, removeTabOptions, type TabOptions } from './tab-options.ts';
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

type OpenTab = openTabs.OpenTab;

const browserDeps = {
  ...openTabs,
  canListTabs,
  requestTabs,
  readOptions: readTabOptions,
  removeOptions: removeTabOptions,
};

/** Tabs that can be imported together. */
export interface TabSet {
  readonly kind: 'window' | 'selected' | 'group';
  readonly id: string;
  readonly tabs: readonly OpenTab[];
}

export class TabsModel {
  readonly state = signal<'closed' | 'loading' | 'needs-permission' | 'denied' | 'open'>('closed');
  readonly #tabs = signal<readonly OpenTab[]>([]);
  readonly #origin = signal(parseOrigin('tabs'));
  readonly #windowTabs = computed(() =>
    this.#tabs.value.filter(({ window }) => window === this.#origin.value.window),
  );
  readonly sets = computed(() => listSets(this.#windowTabs.value, this.#origin.value.selected));
  readonly #chosen = signal('');
  readonly chosenSet = computed(
    () => this.sets.value.find(({ id }) => id === this.#chosen.value) ?? this.sets.value[0] ?? null,
  );
  /** Ids of tabs of the chosen set. */
  readonly #unchecked = signal<ReadonlySet<number>>(new Set());
  readonly checkedTabs = computed(
    () => this.chosenSet.value?.tabs.filter(({ id }) => !this.#unchecked.value.has(id)) ?? [],
  );
  /** The number of tabs in the window that can't be shortened: browser pages and incognito tabs. */
  readonly skipped = computed(
    () => this.#windowTabs.value.filter((tab) => !isShortenable(tab) && tab.address !== '').length,
  );
  readonly isPrivate = computed(() => {
    const { value: tabs } = this.#windowTabs;
    return tabs.length > 0 && tabs.every((tab) => tab.private);
  });

  /** The URLs that have a short link already. Only a mark: the review looks again, and says whether that link is used. */
  readonly shortened = signal<ReadonlySet<string>>(new Set());

  readonly #isShortened: (address: string) => Promise<boolean>;
  readonly #deps: typeof browserDeps;
  /** What was chosen in the popup. */
  #options: TabOptions = {};

  /** @param isShortened whether the page has a short link, as far as the mirror knows */
  constructor(isShortened: (address: string) => Promise<boolean>, deps = browserDeps) {
    this.#isShortened = isShortened;
    this.#deps = deps;
  }

  async open(item: string): Promise<void> {
    const { optionsId } = (this.#origin.value = parseOrigin(item));
    this.state.value = 'loading';
    // The review shows what the links get, so that missing options are seen.
    this.#options = optionsId === '' ? {} : await this.#deps.readOptions(optionsId).catch(() => ({}));
    // Where the permission can't be read, it is requested.
    if (await this.#deps.canListTabs().catch(() => false)) await this.#show();
    else this.state.value = 'needs-permission';
  }

  async #show(): Promise<void> {
    const origin = this.#origin.peek();
    this.state.value = 'loading';
    try {
      if (origin.window === null)
        this.#origin.value = { ...origin, window: await this.#deps.currentWindowId() };
      this.#tabs.value = await this.#deps.listOpenTabs();
    } catch {
      // Shown as a window without tabs.
      this.#tabs.value = [];
    }
    this.choose(initialSet(origin));
    this.state.value = 'open';
    void this.#findShortened();
  }

  async #findShortened(): Promise<void> {
    const addresses = this.#tabs
      .peek()
      .filter(isShortenable)
      .map(({ address }) => address);
    // Without the mirror it is not known.
    const found = await Promise.all(
      addresses.map((address) => this.#isShortened(address).catch(() => false)),
    );
    this.shortened.value = new Set(addresses.filter((_, at) => found[at]));
  }

  options(): TabOptions {
    return this.#options;
  }

  close(): void {
    this.state.value = 'closed';
    const { optionsId } = this.#origin.peek();
    // Drafts that are left are removed later.
    if (optionsId !== '') this.#deps.removeOptions(optionsId).catch(() => undefined);
  }

  /** Called by the click itself: the browser grants the permission only during a user gesture. */
  async allow(): Promise<void> {
    // As where the user denies it.
    if (await this.#deps.requestTabs().catch(() => false)) await this.#show();
    else this.state.value = 'denied';
  }

  choose(id: string): void {
    this.#chosen.value = id;
    this.#unchecked.value = new Set();
  }

  check(id: number, isChecked: boolean): void {
    const others = [...this.#unchecked.peek()].filter((other) => other !== id);
    this.#unchecked.value = new Set(isChecked ? others : [...others, id]);
  }

  readonly checkAll = (isChecked: boolean): void => {
    const { tabs = [] } = this.chosenSet.peek() ?? {};
    this.#unchecked.value = new Set(isChecked ? [] : tabs.map(({ id }) => id));
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
