/** Assigning many at once: chosen by search or pasted, each asked for by itself, each with its own end. */
import { computed, signal } from '@preact/signals';
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

/** More take long enough that they are better done in turns. */
export const maxAtOnce = 200;

export interface Assigned {
  /** Of the ask. */
  readonly id: string;
  readonly type: ChannelItemType;
  readonly found: Found;
  readonly state: 'going' | 'done' | 'failed';
  readonly failure: Failure | null;
}

/** What stands in the way of assigning. */
export type BlockingError =
  | { readonly name: 'nothing' | 'too-many' }
  /** Surely assigned, or on its way: not sent once more. */
  | { readonly name: 'already'; readonly count: number }
  | { readonly name: 'unknown'; readonly pasted: readonly string[] }
  | { readonly name: 'failed'; readonly failure: Failure };

export type AssignModel = ReturnType<typeof createAssign>;

export function createAssign(
  deps: Pick<SectionDeps, 'mirror' | 'read' | 'scope' | 'submit'>,
  target: Target,
  {
    draft,
    finder,
    keep,
    newId,
    done,
  }: {
    readonly draft: PanelDraft;
    readonly finder: LinkFinder;
    readonly keep: (draft: PanelDraft) => void;
    readonly newId: () => string;
    /** One of them has been assigned. */
    readonly done?: (type: ChannelItemType, found: Found) => void;
  },
) {
  const { kind, to } = target;
  const type = signal(draft.type);
  const query = signal('');
  /** `null` as long as nothing is searched. */
  const found = signal<readonly Found[] | null>(null);
  const picked = signal<readonly Found[]>(draft.picked);
  const pasted = signal(draft.pasted);
  const blockingError = signal<BlockingError | null>(null);
  /** What was pasted is being looked for. */
  const resolving = signal(false);
  const assigned = signal<readonly Assigned[]>([]);
  let searching = new AbortController();
  const closing = new AbortController();

  function write(): void {
    blockingError.value = null;
    keep({ type: type.peek(), pasted: pasted.peek(), picked: [...picked.peek()] });
  }

  async function search(text: string): Promise<void> {
    query.value = text;
    searching.abort();
    searching = new AbortController();
    const { signal } = searching;
    if (text.trim() === '') {
      found.value = null;
      return;
    }
    const show = (list: readonly Found[]) => {
      if (!signal.aborted) found.value = list;
    };
    const work =
      type.peek() === 'links'
        ? finder.find(text, maxFound, signal, (links) => show(links.map((link) => foundOf(link, target))))
        : searchItems(deps, type.peek(), target, text).then(show);
    // What can't be read is not found.
    await work.catch(() => show([]));
  }

  /** Known from the mirror, or assigned here since. */
  function isAssigned(one: Found): boolean {
    const isOne = ({ type: of, found }: Assigned) => of === type.value && found.id === one.id;
    return one.assigned === true || assigned.value.some((other) => isOne(other) && other.state === 'done');
  }

  /** A channel's items are listed by the service. No answer tells a campaign: the link may have been moved elsewhere. */
  const isBlocked = (one: Found): boolean => kind === 'assign-channel' && isAssigned(one);

  /** Nothing is gained by sending it now. */
  function isUnderWay({ id }: Found): boolean {
    return assigned
      .peek()
      .some(({ type: of, found, state }) => state === 'going' && of === type.peek() && found.id === id);
  }

  function end(id: string, change: Partial<Assigned>): void {
    assigned.value = assigned.peek().map((one) => (one.id === id ? { ...one, ...change } : one));
  }

  async function put(one: Assigned, many: boolean): Promise<void> {
    const { id, found } = one;
    const ask: CommandBody = {
      kind,
      name: found.address || found.title || found.id,
      item: found.id,
      to,
      ...(kind === 'assign-channel' && { type: one.type }),
      ...(many && { many }),
    };
    const outcome = await deps.submit(ask, id);
    end(id, outcome.ok ? { state: 'done' } : { state: 'failed', failure: outcome.failure });
    if (outcome.ok) done?.(one.type, found);
  }

  /** Each its own job: they go on by themselves when the page is closed. */
  function send(list: readonly Pick<Assigned, 'type' | 'found'>[]): void {
    const sent = list.map(({ type, found }): Assigned => ({
      id: newId(),
      type,
      found,
      state: 'going',
      failure: null,
    }));
    const isAgain = ({ type, found }: Assigned) =>
      sent.some((one) => one.type === type && one.found.id === found.id);
    // What has failed and is tried again stands there once.
    assigned.value = [...assigned.peek().filter((one) => !isAgain(one)), ...sent];
    // Whoever asks for a link meanwhile does not wait for all of them.
    for (const one of sent) void put(one, sent.length > 1);
  }

  /** Pressed once more after all of it was assigned. */
  function nothingToSend(): BlockingError {
    const count = assigned.peek().filter(({ state }) => state !== 'failed').length;
    return count > 0 ? { name: 'already', count } : { name: 'nothing' };
  }

  return {
    kind,
    to,
    isAssigned,
    isBlocked,
    type,
    query,
    found,
    picked,
    pasted,
    blockingError,
    resolving,
    assigned,
    counts: computed(() => {
      const count = (state: Assigned['state']) => assigned.value.filter((one) => one.state === state).length;
      return { all: assigned.value.length, done: count('done'), failed: count('failed') };
    }),
    search: (text: string) => void search(text),

    choose(next: ChannelItemType): void {
      type.value = next;
      // Of another kind, an id is another thing.
      picked.value = [];
      found.value = null;
      query.value = '';
      write();
    },

    pick(one: Found): void {
      picked.value = [...picked.peek().filter(({ id }) => id !== one.id), one];
      write();
    },

    unpick(id: string): void {
      picked.value = picked.peek().filter((one) => one.id !== id);
      write();
    },

    paste(text: string): void {
      pasted.value = text;
      write();
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
      const all = [...new Map([...picked.peek(), ...found].map((one) => [one.id, one])).values()];
      if (failure !== null) blockingError.value = { name: 'failed', failure };
      else if (unknown.length > 0) blockingError.value = { name: 'unknown', pasted: unknown };
      else if (all.length === 0) blockingError.value = nothingToSend();
      else if (all.length > maxAtOnce) blockingError.value = { name: 'too-many' };
      else {
        picked.value = [];
        pasted.value = '';
        write();
        const fresh = all.filter((one) => !isBlocked(one) && !isUnderWay(one));
        const already = all.length - fresh.length;
        if (already > 0) blockingError.value = { name: 'already', count: already };
        if (fresh.length > 0) send(fresh.map((one) => ({ type: type.peek(), found: one })));
      }
    },

    /** Those that failed, once more. */
    retry: (): void => send(assigned.peek().filter(({ state }) => state === 'failed')),

    close(): void {
      searching.abort();
      closing.abort();
    },
  };
}
