/** The model of "Placements" on fakes of background, storage and clipboard. */
import type { Signal } from '@preact/signals';
import { createPlacementsModel } from '../../../entrypoints/link/placements-model.ts';
import { createLinkForm } from '../../../lib/forms/link-form.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import type { Placement, PlacementsDraft, PlacementSet } from '../../../lib/placements/placements.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import { formatTable } from '../../../lib/copy/format-table.ts';
import { draft, sampleResult, uuid } from '../../support/samples.ts';
import { activityView, jobView } from '../../support/sample-views.ts';

export interface PlacesOptions {
  readonly link?: Partial<LinkDraft>;
  readonly stored?: PlacementsDraft | null;
  readonly last?: PlacementSet | null;
  readonly view?: unknown;
  readonly private?: boolean;
  readonly creating?: Signal<readonly string[]>;
  readonly blocked?: boolean;
}

export const place = (
  name: string,
  source: string | null = null,
  suffix: string | null = null,
): Placement => ({
  name,
  source,
  suffix,
});

export function openPlaces(options: PlacesOptions = {}) {
  /** The content of each write, in order. */
  const writes: {
    draft: PlacementsDraft;
    commands: readonly CreateLinkCommand[];
    last: PlacementSet | undefined;
  }[] = [];
  const asked: string[] = [];
  const copies: string[] = [];
  const world = {
    now: 100_000,
    pings: 0,
    utcOffset: undefined as number | undefined,
    /** The number of times the form's draft was deleted. */
    done: 0,
    stores: true,
    responses: true,
    visible: true,
    copies: true,
    intents: [] as string[],
    /** The replies to requests. */
    reply: true as unknown,
  };
  // Unordered, like real ones.
  let ids = 50;
  const form = createLinkForm(draft({ address: 'example.com/page', ...options.link }));
  const model = createPlacementsModel({
    form,
    private: options.private ?? false,
    creating: () => options.creating?.value ?? [],
    blockedByNestedForm: () => options.blocked ?? false,
    stored: options.stored ?? null,
    last: options.last ?? null,
    view: options.view,
    now: () => world.now,
    utcOffset: () => world.utcOffset,
    defaultDomain: () => undefined,
    newId: () => uuid(--ids),
    async save(draft, commands = [], last) {
      if (!world.stores) throw new Error('full');
      writes.push(structuredClone({ draft: draft, commands, last }));
    },
    onAllCreated: () => void world.done++,
    pendingIntents: async (wanted) => wanted.filter((id) => world.intents.includes(id)),
    async ping() {
      world.pings++;
      if (!world.responses) throw new Error('no response');
      return null;
    },
    async request(kind, request) {
      asked.push([kind, ...Object.values(request ?? {})].join(' '));
      return world.reply as never;
    },
    isVisible: () => world.visible,
    async copy(text) {
      copies.push(text);
      return world.copies;
    },
    formatTable: async (format, cells) => formatTable(format, cells),
  });
  return { model, form, writes, asked, copies, world, draft: () => writes.at(-1)?.draft };
}

export type Opened = ReturnType<typeof openPlaces>;

/** Submits these placements. @returns the ids of their jobs */
export async function askFor({ model }: Opened, ...places: Placement[]): Promise<string[]> {
  model.change({ places });
  await model.shorten();
  return model.rows.value.map((row) => row.placement.id);
}

/** The background's view with these jobs. */
export const viewOf = (...jobs: Partial<JobView>[]): ActivityView =>
  activityView({ jobs: jobs.map((job) => jobView({ from: 'places', ...job })) });

export const isMade = (id: string, n: number): Partial<JobView> => ({
  id,
  state: 'done',
  result: sampleResult(n),
});
export const isRefused = (id: string): Partial<JobView> => ({
  id,
  state: 'refused',
  failure: { kind: 'refused', status: 400, message: 'Taken.' },
});
