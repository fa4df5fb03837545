/** Which of a room's records are being assigned to: each has a panel of its own, and its draft. */
import { signal } from '@preact/signals';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { DraftStore } from '../records/draft-store.ts';
import type { SectionDeps } from '../section-deps.ts';
import { createAssign, emptyPanel, type AssignModel, type PanelDraft } from './assign-model.ts';
import type { Found } from './find-assignable.ts';
import { createLinkFinder, type LinkFinder } from './link-finder.ts';

export type Assignments = ReturnType<typeof createAssignments>;

export function createAssignments(
  deps: Pick<SectionDeps, 'mirror' | 'read' | 'scope' | 'submit' | 'now'>,
  kind: 'assign-campaign' | 'assign-channel',
  {
    drafts,
    newId,
    done,
  }: {
    readonly drafts: DraftStore<PanelDraft>;
    readonly newId: () => string;
    readonly done?: (channel: string, type: ChannelItemType, found: Found) => void;
  },
) {
  const open = signal<ReadonlyMap<string, AssignModel>>(new Map());
  /** Of all panels that are open. */
  let finder: LinkFinder | null = null;
  /** As far as something is in them. */
  const kept = new Map<string, PanelDraft>();
  /** Of panels that were closed. */
  const aside = new Map<string, PanelDraft>();

  function keep(id: string, draft: PanelDraft | null): void {
    if (draft === null || (draft.pasted === '' && draft.picked.length === 0)) kept.delete(id);
    else kept.set(id, draft);
    void drafts.save(Object.fromEntries(kept));
  }

  function show(to: PickerOption): void {
    const { id } = to;
    if (open.peek().has(id)) return;
    const model = createAssign(
      deps,
      { kind, to },
      {
        finder: (finder ??= createLinkFinder(deps)),
        draft: kept.get(id) ?? aside.get(id) ?? emptyPanel,
        keep: (draft) => keep(id, draft),
        newId,
        done: (type, found) => done?.(id, type, found),
      },
    );
    open.value = new Map(open.peek()).set(id, model);
    const draft = aside.get(id);
    if (draft && !kept.has(id)) keep(id, draft);
    aside.delete(id);
  }

  /** A hundred thousand links take memory: their index goes with the last panel. */
  function releaseIndex(): void {
    finder?.close();
    finder = null;
  }

  return {
    releaseIndex,
    get: (id: string): AssignModel | null => open.value.get(id) ?? null,
    show,

    /** What was chosen is there when it is opened once more, as long as the room is; what has been asked for goes on. */
    close(id: string): void {
      open.peek().get(id)?.close();
      const next = new Map(open.peek());
      next.delete(id);
      open.value = next;
      if (next.size === 0) releaseIndex();
      const draft = kept.get(id);
      keep(id, null);
      if (draft) aside.set(id, draft);
    },

    /** What an earlier opening of the page has left, for records that are there. */
    async restore(nameOf: (id: string) => string | null): Promise<void> {
      // Where nothing can be read, nothing was chosen either.
      for (const [id, draft] of Object.entries(await drafts.read().catch(() => ({})))) {
        const name = nameOf(id);
        if (name === null || open.peek().has(id)) continue;
        kept.set(id, draft);
        show({ id, name });
      }
    },
  };
}
