/** Assigns many items at once, chosen by search or pasted; each is a command of its own. */
import { computed, signal, type Signal } from '@preact/signals';
import * as z from 'zod/mini';
import { channelItemTypes, type ChannelItemType } from '../../../lib/api/channels.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { id } from '../../../lib/api/coerce.ts';
import type { CommandBody, SectionDeps } from '../section-deps.ts';
import {
  foundOf,
  maxFound,
  pastedParts,
  resolve,
  searchItems,
  type Found,
  type Target,
} from './find-assignable.ts';
import type { LinkFinder } from './link-finder.ts';

export const panelDraftSchema = z.object({
  type: z.literal(channelItemTypes),
  pasted: z.string(),
  picked: z.array(z.object({ id, title: z.string(), address: z.string() })),
});
export type PanelDraft = z.infer<typeof panelDraftSchema>;

export const emptyPanel: PanelDraft = { type: 'links', pasted: '', picked: [] };

/** More than these take so long that the user should assign them in several steps. */
export const maxAtOnce = 200;

export interface Assigned {
  /** The id of the command. */
  readonly id: string;
  readonly type: ChannelItemType;
  readonly found: Found;
  readonly state: 'going' | 'done' | 'failed';
  readonly failure: Failure | null;
}

/** Why nothing, or not everything, was assigned. */
export type BlockingError =
  | { readonly name: 'nothing' | 'too-many' }
  /** Assigned or pending, so they were not sent again. */
  | { readonly name: 'already'; readonly count: number }
  | { readonly name: 'unknown'; readonly pasted: readonly string[] }
  | { readonly name: 'failed'; readonly failure: Failure };

export interface AssignDeps extends Pick<SectionDeps, 'mirror' | 'read' | 'scope' | 'submit'> {
  readonly finder: LinkFinder;
  readonly newId: () => string;
  readonly saveDraft: (draft: PanelDraft) => void;
  readonly onAssigned?: (type: ChannelItemType, found: Found) => void;
}

export type AssignModel = ReturnType<typeof createAssign>;

export function createAssign(deps: AssignDeps, target: Target, draft: PanelDraft) {
  const type = signal(draft.type);
  const picked = signal<readonly Found[]>(draft.picked);
  const pasted = signal(draft.pasted);
  const blockingError = signal<BlockingError | null>(null);
  /** Lookups of pasted items are running. */
  const resolving = signal(false);
  const closing = new AbortController();
  const search = createItemSearch(deps, target, type);
  const sending = createAssignCommands(deps, target, type);

  function onChange(): void {
    blockingError.value = null;
    deps.saveDraft({ type: type.peek(), pasted: pasted.peek(), picked: [...picked.peek()] });
  }

  function assignAll(items: readonly Found[]): void {
    picked.value = [];
    pasted.value = '';
    onChange();
    const sendable = items.filter((item) => !sending.isBlocked(item) && !sending.isPending(item));
    const count = items.length - sendable.length;
    if (count > 0) blockingError.value = { name: 'already', count };
    if (sendable.length > 0) sending.send(sendable.map((found) => ({ type: type.peek(), found })));
  }

  return {
    kind: target.kind,
    to: target.to,
    isAssigned: sending.isAssigned,
    isBlocked: sending.isBlocked,
    assigned: sending.assigned,
    counts: sending.counts,
    retry: sending.retry,
    query: search.query,
    found: search.found,
    search: (text: string) => void search.run(text),
    type,
    picked,
    pasted,
    blockingError,
    resolving,

    choose(next: ChannelItemType): void {
      type.value = next;
      // The same id names another item of another type.
      picked.value = [];
      search.clear();
      onChange();
    },

    pick(item: Found): void {
      picked.value = [...picked.peek().filter(({ id }) => id !== item.id), item];
      onChange();
    },

    unpick(id: string): void {
      picked.value = picked.peek().filter((item) => item.id !== id);
      onChange();
    },

    paste(text: string): void {
      pasted.value = text;
      onChange();
    },

    async assign(): Promise<void> {
      if (resolving.peek()) return;
      blockingError.value = null;
      resolving.value = true;
      const { found, unknown, failure } = await resolve(
        deps,
        { type: type.peek(), target, pasted: pastedParts(pasted.peek()) },
        closing.signal,
      );
      resolving.value = false;
      if (closing.signal.aborted) return;
      const items = [...new Map([...picked.peek(), ...found].map((item) => [item.id, item])).values()];
      if (failure !== null) blockingError.value = { name: 'failed', failure };
      else if (unknown.length > 0) blockingError.value = { name: 'unknown', pasted: unknown };
      else if (items.length === 0) blockingError.value = sending.nothingToSend();
      else if (items.length > maxAtOnce) blockingError.value = { name: 'too-many' };
      else assignAll(items);
    },

    close(): void {
      search.stop();
      closing.abort();
    },
  };
}

function createItemSearch(deps: AssignDeps, target: Target, type: Signal<ChannelItemType>) {
  const query = signal('');
  /** `null` as long as nothing is searched. */
  const found = signal<readonly Found[] | null>(null);
  let current = new AbortController();

  return {
    query,
    found,
    stop: (): void => current.abort(),

    clear(): void {
      found.value = null;
      query.value = '';
    },

    async run(text: string): Promise<void> {
      query.value = text;
      current.abort();
      current = new AbortController();
      const { signal } = current;
      if (text.trim() === '') {
        found.value = null;
        return;
      }
      const show = (items: readonly Found[]) => {
        if (!signal.aborted) found.value = items;
      };
      const searching =
        type.peek() === 'links'
          ? deps.finder.find(text, maxFound, signal, (links) =>
              show(links.map((link) => foundOf(link, target))),
            )
          : searchItems(deps, type.peek(), target, text).then(show);
      // Items that can't be read are not found.
      await searching.catch(() => show([]));
    },
  };
}

function createAssignCommands(
  { submit, newId, onAssigned }: AssignDeps,
  { kind, to }: Target,
  type: Signal<ChannelItemType>,
) {
  const assigned = signal<readonly Assigned[]>([]);

  /** The mirror lists it, or it was assigned here since. */
  function isAssigned(item: Found): boolean {
    const isSame = (one: Assigned) => one.type === type.value && one.found.id === item.id;
    return item.assigned === true || assigned.value.some((one) => isSame(one) && one.state === 'done');
  }

  function update(id: string, change: Partial<Assigned>): void {
    assigned.value = assigned.peek().map((one) => (one.id === id ? { ...one, ...change } : one));
  }

  async function sendOne({ id, type: itemType, found }: Assigned, many: boolean): Promise<void> {
    const command: CommandBody = {
      kind,
      name: found.address || found.title || found.id,
      item: found.id,
      to,
      ...(kind === 'assign-channel' && { type: itemType }),
      ...(many && { many }),
    };
    const result = await submit(command, id);
    update(id, result.ok ? { state: 'done' } : { state: 'failed', failure: result.failure });
    if (result.ok) onAssigned?.(itemType, found);
  }

  /** Each is a job of its own, so they go on when the page is closed. */
  function send(items: readonly Pick<Assigned, 'type' | 'found'>[]): void {
    const sent = items.map(({ type: itemType, found }): Assigned => ({
      id: newId(),
      type: itemType,
      found,
      state: 'going',
      failure: null,
    }));
    // An item that has failed and is sent again is listed once.
    const isSentAgain = (one: Assigned) =>
      sent.some(({ type: itemType, found }) => itemType === one.type && found.id === one.found.id);
    assigned.value = [...assigned.peek().filter((one) => !isSentAgain(one)), ...sent];
    // `many` lowers their priority: a link that is created meanwhile does not wait for all of them.
    for (const one of sent) void sendOne(one, sent.length > 1);
  }

  return {
    assigned,
    isAssigned,
    send,

    /** A channel lists its items, but no answer names a link's campaign: it may have been moved elsewhere. */
    isBlocked: (item: Found): boolean => kind === 'assign-channel' && isAssigned(item),

    isPending: ({ id }: Found): boolean =>
      assigned.peek().some((one) => one.state === 'going' && one.type === type.peek() && one.found.id === id),

    counts: computed(() => {
      const count = (state: Assigned['state']) => assigned.value.filter((one) => one.state === state).length;
      return { all: assigned.value.length, done: count('done'), failed: count('failed') };
    }),

    /** The button was pressed again after everything had been assigned. */
    nothingToSend(): BlockingError {
      const count = assigned.peek().filter(({ state }) => state !== 'failed').length;
      return count > 0 ? { name: 'already', count } : { name: 'nothing' };
    },

    retry: (): void => send(assigned.peek().filter(({ state }) => state === 'failed')),
  };
}
