/** Brings "Several places" to the link page: after its form, in a chunk of its own. */
import type { VNode } from 'preact';
import { copyInPage } from '../../lib/browser/clipboard.ts';
import { readStored, watchStored, writeAllStored, type AreaName } from '../../lib/browser/storage.ts';
import { ask } from '../../lib/messages/client.ts';
import { intentPrefix } from '../../lib/storage/intent-key.ts';
import { activityViewKey } from '../../lib/storage/activity-view-key.ts';
import {
  lastPlacesKey,
  placesDraftKey,
  placesDraftSchema,
  placeSetSchema,
} from '../../lib/placements/placements.ts';
import { askAgain } from '../popup/send-with-retry.ts';
import type { PopupModel } from '../popup/model.ts';
import { createPlacesModel, type PlacesModel } from './placements-model.ts';
import { Places } from './placements.tsx';

export interface OpenedPlaces {
  readonly model: PlacesModel;
  readonly section: VNode;
}

/** @param name the page's, under which it keeps its drafts */
export async function openPlaces(link: PopupModel, area: AreaName, name: string): Promise<OpenedPlaces> {
  const key = placesDraftKey(name);
  const [own, last, views] = await Promise.all([
    readStored(area, key),
    readStored(area, lastPlacesKey),
    readStored('session', activityViewKey),
  ]);
  const model = createPlacesModel({
    form: link.form,
    private: link.page.private,
    stored: read(placesDraftSchema, own[key]),
    last: read(placeSetSchema, last[lastPlacesKey]),
    view: views[activityViewKey],
    now: Date.now,
    zone: () => link.view.value.zone,
    newId: () => crypto.randomUUID(),
    keep: (draft, asks = [], used) =>
      writeAllStored(area, {
        [key]: { ...draft, at: Date.now() },
        ...Object.fromEntries(asks.map((asked) => [intentPrefix + asked.id, asked])),
        ...(used && { [lastPlacesKey]: { ...used, at: Date.now() } }),
      }),
    done: link.parts.dropDraft,
    async untaken(ids) {
      const kept = await readStored(area, ...ids.map((id) => intentPrefix + id));
      return ids.filter((id) => intentPrefix + id in kept);
    },
    hello: () => ask('hello', { page: 'manage' }),
    act: askAgain,
    visible: () => document.visibilityState === 'visible',
    copy: copyInPage,
    // With the formats of a single link, which no page loads by itself.
    table: (format, cells) =>
      import('../../lib/i18n/format-table.ts').then(({ formatTable }) => formatTable(format, cells)),
  });
  watchStored('session', activityViewKey, model.show);
  document.addEventListener('visibilitychange', model.shown);
  // What an earlier opening of this page asked for.
  if (model.batch.peek() !== null) model.greet();
  return { model, section: <Places model={model} /> };
}

interface Reader<T> {
  safeParse(raw: unknown): { success: true; data: T } | { success: false };
}

function read<T>(schema: Reader<T>, raw: unknown): T | null {
  const kept = schema.safeParse(raw);
  return kept.success ? kept.data : null;
}
