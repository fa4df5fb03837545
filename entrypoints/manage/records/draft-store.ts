/** Stores the drafts of a section until they are sent or discarded. Never holds a password. */
import * as z from 'zod/mini';
import { draftArea } from '../../../lib/browser/incognito.ts';
import { readStorage, removeStorage, writeStorage } from '../../../lib/browser/storage.ts';
import { isEqual } from '../../../lib/draft/is-equal.ts';
import { draftPrefix } from '../../../lib/draft/stored-draft.ts';
import { createSerialQueue } from '../../../lib/storage/serial-queue.ts';
import { isUuid } from '../../../lib/text/is-uuid.ts';
import { pageIdOfTab } from '../../../lib/browser/page-id.ts';

/** A section's drafts, by the keys of their forms or panels. */
export type DraftStore<T> = ReturnType<typeof createDraftStore<T>>;

/** By name: the key of a form, with the id of a page where the key alone has another page's draft. */
type Stored<T> = ReadonlyMap<string, T>;

/** The drafts that this page has restored or stored last, by form key. */
type Held<T> = ReadonlyMap<string, { readonly name: string; readonly draft: T }>;

/** Keys of forms contain ids of the service, so nothing but a UUID counts as the id of a page. */
function formKeyOf(name: string): string {
  const at = name.lastIndexOf('@');
  return at >= 0 && isUuid(name.slice(at + 1)) ? name.slice(0, at) : name;
}

/** For each form the page's own draft, else the one without a page id, else that of another page, which may be closed. */
function chooseDrafts<T>(stored: Stored<T>, pageId: string): Held<T> {
  const held = new Map<string, { name: string; draft: T }>();
  for (const [name, draft] of stored) {
    const key = formKeyOf(name);
    const preferred = [`${key}@${pageId}`, key].find((one) => stored.has(one)) ?? name;
    if (name === preferred && !held.has(key)) held.set(key, { name, draft });
  }
  return held;
}

/** Changes only what this page has changed, and replaces or removes only texts that this page holds. */
function mergeDrafts<T>(stored: Stored<T>, before: Held<T>, drafts: Stored<T>, pageId: string) {
  const merged = new Map(stored);
  const held = new Map<string, { name: string; draft: T }>();
  for (const key of new Set([...before.keys(), ...drafts.keys()])) {
    const earlier = before.get(key);
    const draft = drafts.get(key);
    if (earlier !== undefined && isEqual(draft, earlier.draft)) {
      held.set(key, earlier);
      continue;
    }
    // Another page has stored this text already, as of a form that both restored.
    if (earlier !== undefined && draft !== undefined && isEqual(merged.get(earlier.name), draft)) {
      held.set(key, { name: earlier.name, draft });
      continue;
    }
    const own = `${key}@${pageId}`;
    const isHeld = earlier !== undefined && isEqual(merged.get(earlier.name), earlier.draft);
    if (isHeld) merged.delete(earlier.name);
    if (draft === undefined) continue;
    const names = isHeld && earlier.name === own ? [own] : [key, own];
    // A duplicated tab has the same page id.
    const name = names.find((one) => !merged.has(one)) ?? `${key}@${crypto.randomUUID()}`;
    merged.set(name, draft);
    held.set(key, { name, draft });
  }
  return { merged, held };
}

/** @param scope the account: drafts of another one are never shown */
export function createDraftStore<T>(
  name: string,
  entry: z.ZodMiniType<T>,
  scope: string,
  now: () => number,
  pageId: string = pageIdOfTab(),
) {
  const key = `${draftPrefix}manage:${name}`;
  const draftsSchema = z.record(z.string(), entry);
  const schema = z.object({ at: z.number(), scope: z.string(), drafts: draftsSchema });
  let held: Held<T> = new Map();

  async function readStored(): Promise<Stored<T>> {
    const stored = schema.safeParse((await readStorage(draftArea(), key))[key]);
    const isOfScope = stored.success && stored.data.scope === scope;
    return new Map(isOfScope ? Object.entries(stored.data.drafts) : []);
  }

  /** Another page may have written meanwhile: its drafts stay. */
  async function write(drafts: Stored<T>): Promise<void> {
    const next = mergeDrafts(await readStored(), held, drafts, pageId);
    await (next.merged.size === 0
      ? removeStorage(draftArea(), key)
      : writeStorage(draftArea(), key, { at: now(), scope, drafts: Object.fromEntries(next.merged) }));
    // A failed write is repeated with the next change.
    held = next.held;
  }

  /** In the order of the calls, so that the last text stays. */
  const inOrder = createSerialQueue();
  return {
    async read(): Promise<Readonly<Record<string, T>>> {
      held = chooseDrafts(await readStored(), pageId);
      return Object.fromEntries(Array.from(held, ([form, { draft }]) => [form, draft]));
    },
    /** Replaces all of this page. @returns when they are stored, or can't be */
    save(drafts: Readonly<Record<string, T>>): Promise<void> {
      // Parsed as when it is read: the state of a form may have more properties.
      const writeParsed = () => write(new Map(Object.entries(draftsSchema.parse(drafts))));
      // Two pages must not interleave reading and writing.
      const writing = inOrder(() => navigator.locks.request(key, writeParsed));
      // A form whose draft can't be stored can still be sent.
      return writing.catch(() => undefined);
    },
  };
}
