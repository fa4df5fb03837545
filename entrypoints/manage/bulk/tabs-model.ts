/** Which of the open tabs are taken: of the window, the selected ones, or a group. */
import { computed, signal } from '@preact/signals';
import type { OpenTab } from '../../../lib/browser/open-tabs.ts';
import { parseUserUrl } from '../../../lib/url/parse-user-url.ts';

/** What the button's menu was opened on, since opening this page changes what is in front. */
interface HandedOver {
  readonly window: number | null;
  readonly group: number | null;
  readonly selected: readonly number[];
}

const handed = /^tabs(?:\.(-?\d+)\.(-?\d+)\.([\d,]*))?$/u;

/** Whether what follows the room's name asks for the tabs. */
export const isTabs = (item: string): boolean => handed.test(item);

function handedOver(item: string): HandedOver {
  const [, window, group, selected = ''] = handed.exec(item) ?? [];
  return {
    window: window === undefined ? null : Number(window),
    group: group === undefined || Number(group) < 0 ? null : Number(group),
    selected: selected.split(',').filter(Boolean).map(Number),
  };
}

export interface TabsDeps {
  /** Must be called first thing in a press. */
  readonly request: () => Promise<boolean>;
  readonly allowed: () => Promise<boolean>;
  readonly list: () => Promise<readonly OpenTab[]>;
  readonly ownWindow: () => Promise<number>;
}

/** Tabs that are taken together. */
export interface TabOffer {
  readonly kind: 'window' | 'selected' | 'group';
  /** Unique among the offers. */
  readonly id: string;
  readonly tabs: readonly OpenTab[];
}

export type TabsModel = ReturnType<typeof createTabsModel>;

export function createTabsModel(deps: TabsDeps) {
  const state = signal<'closed' | 'looking' | 'to-allow' | 'refused' | 'open'>('closed');
  const tabs = signal<readonly OpenTab[]>([]);
  const from = signal<HandedOver>({ window: null, group: null, selected: [] });
  const chosen = signal('');

  /** Of this window; what a private window shows is kept nowhere, so not in a bulk either. */
  const mine = computed(() => tabs.value.filter((tab) => tab.window === from.value.window && !tab.private));
  const offers = computed((): readonly TabOffer[] => {
    const { selected } = from.value;
    const picked = mine.value.filter(({ id }) => selected.includes(id));
    const groups = new Set(mine.value.map(({ group }) => group));
    const all: TabOffer[] = [
      { kind: 'window', id: 'window', tabs: mine.value },
      ...(picked.length > 1 ? [{ kind: 'selected', id: 'selected', tabs: picked } as const] : []),
      ...[...groups].flatMap((group): TabOffer[] =>
        group === null
          ? []
          : [{ kind: 'group', id: `group-${group}`, tabs: mine.value.filter((tab) => tab.group === group) }],
      ),
    ];
    return all
      .map((offer) => ({ ...offer, tabs: offer.tabs.filter(isWeb) }))
      .filter(({ tabs: web }) => web.length > 0);
  });
  const offer = computed(() => offers.value.find(({ id }) => id === chosen.value) ?? offers.value[0] ?? null);
  /** Tabs of the window that can't be shortened: the browser's own pages, private ones. */
  const left = computed(
    () =>
      tabs.value.filter(
        (tab) => tab.window === from.value.window && (tab.private || !isWeb(tab)) && tab.address !== '',
      ).length,
  );

  /** Everything in this window is private. */
  const isPrivate = computed(() => {
    const here = tabs.value.filter((tab) => tab.window === from.value.window);
    return here.length > 0 && here.every((tab) => tab.private);
  });

  async function show(): Promise<void> {
    state.value = 'looking';
    if (from.peek().window === null) from.value = { ...from.peek(), window: await deps.ownWindow() };
    tabs.value = await deps.list();
    const { selected, group } = from.peek();
    // What the person had marked before they opened the menu is what they mean.
    chosen.value = selected.length > 1 ? 'selected' : 'window';
    if (selected.length <= 1 && group !== null) chosen.value = `group-${group}`;
    state.value = 'open';
  }

  return {
    state,
    offers,
    offer,
    left,
    isPrivate,

    async open(item: string): Promise<void> {
      from.value = handedOver(item);
      state.value = 'looking';
      // An unknown permission is asked for.
      if (await deps.allowed().catch(() => false)) await show();
      else state.value = 'to-allow';
    },

    close(): void {
      state.value = 'closed';
    },

    /** In a press. */
    allow(): void {
      deps.request().then(
        (granted) => {
          if (granted) void show();
          else state.value = 'refused';
        },
        () => (state.value = 'refused'),
      );
    },

    choose(id: string): void {
      chosen.value = id;
    },
  };
}

function isWeb({ address }: OpenTab): boolean {
  return parseUserUrl(address).ok;
}
