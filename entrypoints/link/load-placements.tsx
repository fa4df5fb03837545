/** Loads "Placements" into the link page: after its form, in a chunk of its own. */
import { copyInPage } from '../../lib/browser/clipboard.ts';
import { readStorage, watchStorage, writeAllStorage, type AreaName } from '../../lib/browser/storage.ts';
import { sendRequest, sendWithRetry } from '../../lib/messages/client.ts';
import { intentItems } from '../../lib/messages/write-intent.ts';
import { activityViewKey, intentKey } from '../../lib/storage/storage-keys.ts';
import {
  lastPlacementsKey,
  placementsDraftKey,
  placementsDraftSchema,
  placementSetSchema,
} from '../../lib/placements/placements.ts';
import type { PopupModel } from '../popup/model.ts';
import type { PlacementsPart } from './link.tsx';
import { createPlacementsModel } from './placements-model.ts';
import { Placements } from './placements.tsx';

/**
 * @param name of the page, under which its drafts are stored
 * @param isFirst the page was opened for them
 */
export async function loadPlacements(
  link: PopupModel,
  area: AreaName,
  name: string,
  isFirst: boolean,
): Promise<PlacementsPart> {
  const key = placementsDraftKey(name);
  const [own, last, views] = await Promise.all([
    readStorage(area, key),
    readStorage(area, lastPlacementsKey),
    readStorage('session', activityViewKey),
  ]);
  const model = createPlacementsModel({
    form: link.form,
    private: link.page.private,
    creating: () => link.recordPickers.value?.awaited().map((record) => record.name) ?? [],
    blockedByNestedForm: () => link.nestedForms.blockLink(),
    stored: placementsDraftSchema.safeParse(own[key]).data ?? null,
    last: placementSetSchema.safeParse(last[lastPlacementsKey]).data ?? null,
    view: views[activityViewKey],
    now: Date.now,
    utcOffset: () => link.view.value.zone,
    defaultDomain: () => link.view.value.defaultDomain,
    newId: () => crypto.randomUUID(),
    save: (draft, commands = [], used) =>
      writeAllStorage(area, {
        [key]: { ...draft, at: Date.now() },
        ...intentItems(commands),
        ...(used && { [lastPlacementsKey]: { ...used, at: Date.now() } }),
      }),
    onAllCreated: link.deps.dropDraft,
    async pendingIntents(ids) {
      const stored = await readStorage(area, ...ids.map((id) => intentKey(id)));
      return ids.filter((id) => intentKey(id) in stored);
    },
    ping: () => sendRequest('ping', { needsActivity: true }),
    // The stored view shows the result.
    request: (kind, request) => sendWithRetry(kind, request).catch(() => null),
    isVisible: () => document.visibilityState === 'visible',
    copy: copyInPage,
    // Loaded on demand, with the formats of a single link.
    formatTable: (format, cells) =>
      import('../../lib/copy/format-table.ts').then(({ formatTable }) => formatTable(format, cells)),
  });
  watchStorage('session', activityViewKey, model.show);
  document.addEventListener('visibilitychange', model.onPageShown);
  // Submitted before this page was reloaded.
  if (model.submission.peek() !== null) model.ping();
  return {
    submission: model.submitted,
    started: model.started,
    section: <Placements model={model} isFirst={isFirst} />,
  };
}
