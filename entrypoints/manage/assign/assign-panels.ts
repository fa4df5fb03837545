/** The assign panels of a section: one for each record that items are being assigned to, with its draft. */
import { signal } from '@preact/signals';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { DraftStore } from '../records/draft-store.ts';
import type { SectionDeps } from '../section-deps.ts';
import { createAssignModel, emptyDraft, type AssignModel, type AssignDraft } from './assign-model.ts';
import type { AssignableItem } from './find-assignable.ts';
import { createLinkFinder, type LinkFinder } from './link-finder.ts';

interface AssignPanelsDeps {
  readonly drafts: DraftStore<AssignDraft>;
  readonly onAssigned?: (record: string, type: ChannelItemType, item: AssignableItem) => void;
}

export type AssignPanels = ReturnType<typeof createAssignPanels>;

export function createAssignPanels(
  deps: Pick<SectionDeps, 'mirror' | 'read' | 'scope' | 'submit' | 'now' | 'newId'>,
  kind: 'assign-campaign' | 'assign-channel',
  { drafts: draftStore, onAssigned }: AssignPanelsDeps,
) {
  const open = signal<ReadonlyMap<string, AssignModel>>(new Map());
  const drafts = createPanelDrafts(draftStore);
  const finder = createSharedFinder(deps);

  function show(to: PickerOption): void {
    const { id } = to;
    if (open.peek().has(id)) return;
    const model = createAssignModel(
      {
        ...deps,
        finder: finder.get(),
        saveDraft: (draft) => drafts.save(id, draft),
        onAssigned: (type, item) => onAssigned?.(id, type, item),
      },
      { kind, to },
      drafts.open(id),
    );
    open.value = new Map(open.peek()).set(id, model);
  }

  return {
    releaseIndex: finder.release,
    isAnyOpen: (): boolean => open.value.size > 0,
    get: (id: string): AssignModel | null => open.value.get(id) ?? null,
    show,

    /** The draft stays as long as the section is open; commands that were sent continue. */
    close(id: string): void {
      open.peek().get(id)?.close();
      const next = new Map(open.peek());
      next.delete(id);
      open.value = next;
      if (next.size === 0) finder.release();
      drafts.close(id);
    },

    /** Opens the panels that an earlier opening of the page has left, for records that still exist. */
    async restore(nameOf: (id: string) => string | null): Promise<void> {
      // Where nothing can be read, nothing was chosen either.
      for (const [id, draft] of Object.entries(await draftStore.read().catch(() => ({})))) {
        const name = nameOf(id);
        if (name === null || open.peek().has(id)) continue;
        drafts.restore(id, draft);
        show({ id, name });
      }
    },
  };
}

/** One index of the account's links for all open panels: that of 100,000 links takes much memory. */
function createSharedFinder(deps: Pick<SectionDeps, 'mirror' | 'now'>) {
  let finder: LinkFinder | null = null;
  return {
    get: (): LinkFinder => (finder ??= createLinkFinder(deps)),

    release(): void {
      finder?.close();
      finder = null;
    },
  };
}

/** Drafts by record id. Those of open panels are stored; those of closed ones stay in memory. */
function createPanelDrafts(store: DraftStore<AssignDraft>) {
  const stored = new Map<string, AssignDraft>();
  const closed = new Map<string, AssignDraft>();

  function save(id: string, draft: AssignDraft | null): void {
    if (draft === null || (draft.pasted === '' && draft.picked.length === 0)) stored.delete(id);
    else stored.set(id, draft);
    void store.save(Object.fromEntries(stored));
  }

  return {
    save,
    restore: (id: string, draft: AssignDraft): void => void stored.set(id, draft),

    open(id: string): AssignDraft {
      const reopened = closed.get(id);
      closed.delete(id);
      const draft = stored.get(id) ?? reopened ?? emptyDraft;
      if (reopened && !stored.has(id)) save(id, reopened);
      return draft;
    },

    close(id: string): void {
      const draft = stored.get(id);
      save(id, null);
      if (draft) closed.set(id, draft);
    },
  };
}
