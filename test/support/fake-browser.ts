/** A fake of the browser's API for the background: two storage areas, and a record of every other call. */
export class StorageArea {
  readonly stored: Map<string, unknown>;
  /** What was written, in order. */
  readonly writes: Record<string, unknown>[] = [];
  /** An access takes this many turns of the microtask queue. */
  turns: () => number = () => 1;
  /** Makes writes of matching keys fail. */
  fails: (key: string) => boolean = () => false;
  /** Characters of keys and values as JSON, as Chromium counts them; a write that would take more fails. */
  QUOTA_BYTES = Infinity;

  constructor(stored: Readonly<Record<string, unknown>> = {}) {
    this.stored = new Map(Object.entries(stored));
  }

  async getBytesInUse(_keys: null): Promise<number> {
    await Promise.resolve();
    return sizeOf(this.stored);
  }

  async get(keys: string | readonly string[] | null): Promise<Record<string, unknown>> {
    await this.#wait();
    const wanted = keys === null ? [...this.stored.keys()] : [keys].flat();
    return structuredClone(
      Object.fromEntries(
        wanted.filter((key) => this.stored.has(key)).map((key) => [key, this.stored.get(key)]),
      ),
    );
  }

  /** Only in newer browsers. */
  getKeys: (() => Promise<string[]>) | undefined = async () => [...this.stored.keys()];

  async set(items: Record<string, unknown>): Promise<void> {
    const copy = structuredClone(items);
    await this.#wait();
    if (Object.keys(copy).some((key) => this.fails(key))) throw new Error('disk full');
    if (
      this.QUOTA_BYTES < Infinity &&
      sizeOf(new Map([...this.stored, ...Object.entries(copy)])) > this.QUOTA_BYTES
    )
      throw new Error('Resource::kQuotaBytes quota exceeded');
    this.writes.push(copy);
    for (const [key, value] of Object.entries(copy)) this.stored.set(key, value);
  }

  async remove(keys: string | readonly string[]): Promise<void> {
    await this.#wait();
    for (const key of [keys].flat()) {
      if (this.fails(key)) throw new Error('disk full');
      this.stored.delete(key);
    }
  }

  async #wait(): Promise<void> {
    for (let turn = this.turns(); turn > 0; turn--) await Promise.resolve();
  }

  /** The stored keys with the prefix. */
  keys(prefix = ''): string[] {
    return [...this.stored.keys()].filter((key) => key.startsWith(prefix));
  }
}

function sizeOf(stored: ReadonlyMap<string, unknown>): number {
  let size = 0;
  for (const [key, value] of stored) size += key.length + lengthOf(value);
  return size;
}

/** Cached by identity: a stored value is replaced, never mutated. */
const lengths = new WeakMap<object, number>();
function lengthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return String(value).length + 2;
  const length = lengths.get(value) ?? JSON.stringify(value).length;
  lengths.set(value, length);
  return length;
}

export const calls: string[] = [];
export const contexts: { documentUrl?: string }[] = [];
const note =
  (name: string) =>
  async (...given: unknown[]): Promise<void> =>
    void calls.push(`${name} ${JSON.stringify(given)}`);

/** The items of the context menus by id. */
export const menu = new Map<string, MenuItem>();
export interface MenuItem {
  readonly id: string;
  readonly title: string;
  readonly contexts?: readonly string[];
  readonly visible?: boolean;
  readonly parentId?: string;
}
interface MenuClick {
  readonly menuItemId: string;
  readonly linkUrl?: string;
  readonly pageUrl?: string;
  readonly selectionText?: string;
  /** In Firefox. */
  readonly linkText?: string;
  readonly srcUrl?: string;
}
interface ClickedTab {
  readonly id?: number;
  readonly incognito?: boolean;
  readonly url?: string;
  readonly title?: string;
  readonly windowId?: number;
}
const menuListeners: ((info: MenuClick, tab?: ClickedTab) => void)[] = [];
export function clickMenu(info: MenuClick, tab?: ClickedTab): void {
  for (const listener of menuListeners) listener(info, tab);
}
interface Suggestion {
  readonly content: string;
  readonly description: string;
}
const typing: ((text: string, suggest: (found: readonly Suggestion[]) => void) => void)[] = [];
const entering: ((text: string) => void)[] = [];
/** The user's input behind the keyword, its suggestions, and Enter. */
export const addressBar = {
  type: (text: string) =>
    new Promise<readonly Suggestion[]>((resolve) => {
      for (const listener of typing) listener(text, resolve);
    }),
  enter: (text: string) => {
    for (const listener of entering) listener(text);
  },
};
/** The window that had the focus last. */
export const lastFocused = { id: 7, focused: true, incognito: false };
/** The active tab. */
export const inFront: ClickedTab[] = [];
let lastError: { readonly message: string } | undefined;

const local = new StorageArea();
const session = new StorageArea();

export const browser = {
  storage: { local, session },
  runtime: {
    id: 'curtail',
    /** Set during the callback of a failed call. */
    get lastError() {
      return lastError;
    },
    getURL: (path: string) => `chrome-extension://curtail${path}`,
    getContexts: async () => contexts,
    getPlatformInfo: note('platform'),
    sendMessage: async (): Promise<unknown> => true,
  },
  offscreen: { createDocument: note('offscreen') },
  action: {
    setBadgeText: note('text'),
    setTitle: note('title'),
    setBadgeBackgroundColor: note('color'),
    setBadgeTextColor: note('ink'),
    openPopup: note('popup'),
  },
  windows: { getLastFocused: async () => lastFocused },
  contextMenus: {
    create(item: MenuItem, callback: () => void): void {
      const taken = menu.has(item.id);
      if (!taken) menu.set(item.id, item);
      queueMicrotask(() => {
        lastError = taken ? { message: `Duplicate id ${item.id}` } : undefined;
        callback();
        lastError = undefined;
      });
    },
    async update(id: string, change: Partial<MenuItem>): Promise<void> {
      calls.push(`menu ${JSON.stringify([id, change])}`);
      const item = menu.get(id);
      if (item === undefined) throw new Error(`Cannot find menu item with id ${id}`);
      menu.set(id, { ...item, ...change });
    },
    async remove(id: string): Promise<void> {
      calls.push(`no menu ${id}`);
      const isThere = menu.has(id);
      for (const item of menu.values()) if (item.id === id || item.parentId === id) menu.delete(item.id);
      if (!isThere) throw new Error(`Cannot find menu item with id ${id}`);
    },
    onClicked: { addListener: (listener: (typeof menuListeners)[number]) => menuListeners.push(listener) },
  },
  omnibox: {
    setDefaultSuggestion: note('hint'),
    onInputChanged: { addListener: (listener: (typeof typing)[number]) => typing.push(listener) },
    onInputEntered: { addListener: (listener: (typeof entering)[number]) => entering.push(listener) },
  },
  notifications: { create: note('notification') },
  tabs: { query: async () => inFront.map((tab) => ({ active: true, ...tab })) },
  alarms: { create: note('alarm'), clear: note('no alarm') },
  permissions: { contains: async () => true, remove: note('drop access') },
};
export const native = browser;

/** Resets to the state after installation. */
export function fresh(): void {
  for (const area of [local, session]) {
    area.stored.clear();
    area.writes.length = 0;
    area.fails = () => false;
    area.QUOTA_BYTES = Infinity;
  }
  calls.length = 0;
  contexts.length = 0;
  menu.clear();
  menuListeners.length = 0;
  typing.length = 0;
  entering.length = 0;
  inFront.length = 0;
  Object.assign(lastFocused, { id: 7, focused: true, incognito: false });
}
