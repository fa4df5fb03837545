/** Brings "Several places" to the link page: after its form, in a chunk of its own. */
import type { VNode } from 'preact';
import { copyInPage } from '../../lib/browser/clipboard.ts';
import { readStorage, watchStorage, writeAllStorage, type AreaName } from '../../lib/browser/storage.ts';
import { sendRequest, sendWithRetry } from '../../lib/messages/client.ts';
import { intentItems } from '../../lib/messages/write-intent.ts';
import { activityViewKey, intentKey } from '../../lib/storage/keys.ts';
import {
  lastPlacementsKey,
  placementsDraftKey,
  placementsDraftSchema,
  placementSetSchema,
} from '../../lib/placements/placements.ts';
import type { PopupModel } from '../popup/model.ts';
import { createPlacementsModel, type PlacementsModel } from './placements-model.ts';
import { Placements } from './placements.tsx';

export interface LoadedPlacements {
  readonly model: PlacementsModel;
  readonly section: VNode;
}

/** @param name the page's, under which it keeps its drafts */
export async function loadPlacements(
  link: PopupModel,
  area: AreaName,
  name: string,
): Promise<LoadedPlacements> {
  const key = placementsDraftKey(name);
  const [own, last, views] = await Promise.all([
    readStorage(area, key),
    readStorage(area, lastPlacementsKey),
    readStorage('session', activityViewKey),
  ]);
  const model = createPlacementsModel({
    form: link.form,
    private: link.page.private,
    stored: read(placementsDraftSchema, own[key]),
    last: read(placementSetSchema, last[lastPlacementsKey]),
    view: views[activityViewKey],
    now: Date.now,
    zone: () => link.view.value.zone,
    newId: () => crypto.randomUUID(),
    keep: (draft, asks = [], used) =>
      writeAllStorage(area, {
        [key]: { ...draft, at: Date.now() },
        ...intentItems(asks),
        ...(used && { [lastPlacementsKey]: { ...used, at: Date.now() } }),
      }),
    done: link.deps.dropDraft,
    async untaken(ids) {
      const kept = await readStorage(area, ...ids.map((id) => intentKey(id)));
      return ids.filter((id) => intentKey(id) in kept);
    },
    hello: () => sendRequest('hello', { page: 'manage' }),
    act: (kind, request) => sendWithRetry(kind, request).catch(() => null),
    visible: () => document.visibilityState === 'visible',
    copy: copyInPage,
    // With the formats of a single link, which no page loads by itself.
    table: (format, cells) =>
      import('../../lib/i18n/format-table.ts').then(({ formatTable }) => formatTable(format, cells)),
  });
  watchStorage('session', activityViewKey, model.show);
  document.addEventListener('visibilitychange', model.shown);
  // What an earlier opening of this page asked for.
  if (model.batch.peek() !== null) model.greet();
  return { model, section: <Placements model={model} /> };
}

interface Reader<T> {
  safeParse(raw: unknown): { success: true; data: T } | { success: false };
}

function read<T>(schema: Reader<T>, raw: unknown): T | null {
  const kept = schema.safeParse(raw);
  return kept.success ? kept.data : null;
}
