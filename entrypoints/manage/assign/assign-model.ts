/** Assigns many items in one step, chosen by search or pasted; each is a command of its own. */
import { signal } from '@preact/signals';
import * as z from 'zod/mini';
import { channelItemTypes, type ChannelItemType } from '../../../lib/api/channels.ts';
import { id } from '../../../lib/api/coerce.ts';
import { createAssignCommands, type AssignCommandsDeps } from './assign-commands.ts';
import {
  pastedParts,
  resolve,
  type AssignableItem,
  type Resolved,
  type ResolveError,
  type AssignTarget,
} from './find-assignable.ts';
import { createItemSearch, type ItemSearchDeps } from './item-search.ts';

export const assignDraftSchema = z.object({
  type: z.literal(channelItemTypes),
  pasted: z.string(),
  picked: z.array(z.object({ id, title: z.string(), address: z.string() })),
});
export type AssignDraft = z.infer<typeof assignDraftSchema>;

export const emptyDraft: AssignDraft = { type: 'links', pasted: '', picked: [] };

/** More than these take so long that the user should assign them in several steps. */
export const maxAtOnce = 200;

/** Why nothing, or not everything, was assigned. */
export type BlockingError =
  | { readonly name: 'nothing' | 'too-many' }
  /** Assigned or pending, so they were not sent again. */
  | { readonly name: 'already'; readonly count: number }
  | ResolveError;

interface AssignDeps extends AssignCommandsDeps, ItemSearchDeps {
  readonly saveDraft: (draft: AssignDraft) => void;
}

export type AssignModel = ReturnType<typeof createAssignModel>;

const alreadyAssigned = (count: number): BlockingError | null =>
  count > 0 ? { name: 'already', count } : null;

export function createAssignModel(deps: AssignDeps, target: AssignTarget, draft: AssignDraft) {
  const selection = createSelection(draft, onChange);
  const { type, pasted } = selection;
  const blockingError = signal<BlockingError | null>(null);
  /** Lookups of pasted items are running. */
  const resolving = signal(false);
  const closing = new AbortController();
  const search = createItemSearch(deps, target, type);
  const commands = createAssignCommands(deps, target, type);

  function onChange(next: AssignDraft): void {
    blockingError.value = null;
    deps.saveDraft(next);
  }

  return {
    ...selection,
    kind: target.kind,
    to: target.to,
    ...commands,
    query: search.query,
    matches: search.matches,
    search: (text: string) => void search.run(text),
    blockingError,
    resolving,

    choose(next: ChannelItemType): void {
      search.clear();
      selection.choose(next);
    },

    async assign(): Promise<void> {
      if (resolving.peek()) return;
      const text = pasted.peek();
      const request = { type: type.peek(), target, pasted: pastedParts(text) };
      // The lookup of each may be a request.
      blockingError.value = request.pasted.length > maxAtOnce ? { name: 'too-many' } : null;
      if (blockingError.peek() !== null) return;
      resolving.value = true;
      const { found, error } = await resolve(deps, request, closing.signal).catch(() => unreadable);
      resolving.value = false;
      // The items of another type are other ones: the user presses the button again.
      if (closing.signal.aborted || type.peek() !== request.type) return;
      const later = pasted.peek() === text ? '' : pasted.peek();
      blockingError.value = error ?? assignAll(commands, selection, found, later);
    },

    close(): void {
      search.clear();
      closing.abort();
    },
  };
}

/** @param later text that was pasted after the button was pressed */
function assignAll(
  { send, isPending, isBlocked, countSent }: ReturnType<typeof createAssignCommands>,
  { type, picked, replace }: ReturnType<typeof createSelection>,
  found: readonly AssignableItem[],
  later: string,
): BlockingError | null {
  const items = [...new Map([...picked.peek(), ...found].map((item) => [item.id, item])).values()];
  if (items.length > maxAtOnce) return { name: 'too-many' };
  // The button was pressed again after everything had been assigned.
  if (items.length === 0) return alreadyAssigned(countSent()) ?? { name: 'nothing' };
  replace(later);
  const sendable = items.filter((item) => !isBlocked(item) && !isPending(item));
  if (sendable.length > 0) send(sendable.map((item) => ({ type: type.peek(), item })));
  return alreadyAssigned(items.length - sendable.length);
}

/** Without the mirror. */
const unreadable: Resolved = { found: [], error: { name: 'failed', failure: { kind: 'internal' } } };

/** The items that are chosen to be assigned. */
function createSelection(draft: AssignDraft, onChange: (next: AssignDraft) => void) {
  const type = signal(draft.type);
  const picked = signal<readonly AssignableItem[]>(draft.picked);
  const pasted = signal(draft.pasted);

  function update(next: { readonly picked?: readonly AssignableItem[]; readonly pasted?: string }): void {
    picked.value = next.picked ?? picked.peek();
    pasted.value = next.pasted ?? pasted.peek();
    onChange({ type: type.peek(), pasted: pasted.peek(), picked: [...picked.peek()] });
  }

  const without = (id: string) => picked.peek().filter((item) => item.id !== id);

  return {
    type,
    picked,
    pasted,
    pick: (item: AssignableItem): void => update({ picked: [...without(item.id), item] }),
    unpick: (id: string): void => update({ picked: without(id) }),
    paste: (text: string): void => update({ pasted: text }),
    /** Removes what has been sent. */
    replace: (text: string): void => update({ picked: [], pasted: text }),

    choose(next: ChannelItemType): void {
      type.value = next;
      // The same id names another item of another type.
      update({ picked: [] });
    },
  };
}
