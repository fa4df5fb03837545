/** The assign panels of a section: one for each record that items are being assigned to, with its draft. */
import { signal } from '@preact/signals';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { DraftStore } from '../records/draft-store.ts';
import type { SectionDeps } from '../section-deps.ts';
import { createAssignModel, emptyDraft, type AssignModel, type AssignDraft } from './assign-model.ts';
import type { AssignableItem, AssignTarget } from './find-assignable.ts';
import { createLinkFinder, type LinkFinder } from './link-finder.ts';

export type AssignPanels = ReturnType<typeof createAssignPanels>;

export function createAssignPanels(
  deps: Pick<SectionDeps, 'mirror' | 'read' | 'scope' | 'submit' | 'now' | 'newId'>,
  kind: AssignTarget['kind'],
  store: DraftStore<AssignDraft>,
  onAssigned?: (record: string, type: ChannelItemType, item: AssignableItem) => void,
) {
  const open = signal<ReadonlyMap<string, AssignModel>>(new Map());
  const drafts = createPanelDrafts(store, (id) => open.peek().has(id));
  const finder = createSharedFinder(deps);

  function openPanel(to: PickerOption): void {
    const { id } = to;
    if (open.peek().has(id)) return;
    const model = createAssignModel(
      {
        ...deps,
        finder: finder.get(),
        saveDraft: (draft) => drafts.update(id, draft),
        onAssigned: (type, item) => onAssigned?.(id, type, item),
      },
      { kind, to },
      drafts.all.get(id) ?? emptyDraft,
    );
    open.value = new Map(open.peek()).set(id, model);
  }

  return {
    releaseIndex: finder.release,
    isAnyOpen: (): boolean => open.value.size > 0,
    get: (id: string): AssignModel | null => open.value.get(id) ?? null,

    show(to: PickerOption): void {
      openPanel(to);
      if (drafts.all.has(to.id)) drafts.save();
    },

    /** Commands that were sent continue. */
    close(id: string): void {
      open.peek().get(id)?.close();
      const next = new Map(open.peek());
      next.delete(id);
      open.value = next;
      if (next.size === 0) finder.release();
      drafts.save();
    },

    /** Opens the panels that an earlier opening of the page has left, for records that still exist. */
    async restore(nameOf: (id: string) => string | null): Promise<void> {
      // Where nothing can be read, nothing was chosen either.
      for (const [id, draft] of Object.entries(await store.read().catch(() => ({})))) {
        const name = nameOf(id);
        if (name === null || open.peek().has(id)) continue;
        drafts.all.set(id, draft);
        openPanel({ id, name });
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

/** Drafts by record id, without empty ones. Those of open panels are stored; those of closed ones stay in memory. */
function createPanelDrafts(store: DraftStore<AssignDraft>, isOpen: (id: string) => boolean) {
  const all = new Map<string, AssignDraft>();
  const save = () => void store.save(Object.fromEntries([...all].filter(([id]) => isOpen(id))));
  return {
    all,
    save,

    update(id: string, draft: AssignDraft): void {
      if (draft.pasted === '' && draft.picked.length === 0) all.delete(id);
      else all.set(id, draft);
      save();
    },
  };
}
