/** The room "Bulk": many links at once, from a list, a file or the open tabs. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { saveFile } from '../../../lib/browser/share.ts';
import { watchStored } from '../../../lib/browser/storage.ts';
import { createNaming } from '../../../lib/bulk/columns.ts';
import { findCampaign } from './find-campaign.ts';
import { pause } from '../../../lib/messages/delay.ts';
import { pickerListsItem, recentFirst } from '../../../lib/storage/picker-lists.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import type { ManageModel } from '../model.ts';
import type { RoomParts } from '../section-deps.ts';
import { createBulksModel } from './bulks-model.ts';
import { BulkHome } from './bulk-home.tsx';
import { BulkView } from './bulk-view.tsx';
import { createIntakeModel } from './import-model.ts';
import { createKeptBulks } from './bulk-repository.ts';
import { readKnown, type Known } from './account-context.ts';
import { createResultFormats } from './results.ts';
import { isTabs } from './tabs-model.ts';
import { fieldWords, nameOf, saysOf } from './labels.ts';

export const draw = (parts: RoomParts, model: ManageModel): VNode => <Bulk parts={parts} model={model} />;

function Bulk({ parts, model }: { readonly parts: RoomParts; readonly model: ManageModel }) {
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    let left = false;
    const read = () =>
      void readKnown().then(
        (found) => {
          if (!left) setKnown(found);
        },
        () => undefined,
      );
    read();
    const stop = [pickerListsItem, preferencesItem, presetsItem].map(({ key }) =>
      watchStored('local', key, read),
    );
    return () => {
      left = true;
      for (const end of stop) end();
    };
  }, []);
  return known && <Room parts={parts} model={model} known={known} />;
}

interface RoomProps {
  readonly parts: RoomParts;
  readonly model: ManageModel;
  readonly known: Known;
}

function Room({ parts, model, known }: RoomProps) {
  const [room] = useState(() => createRoom(parts, known));
  const { intake, bulks } = room;
  room.known = known;
  useEffect(() => {
    void intake.open();
    return bulks.watch();
  }, []);
  // What was unknown may be known by now.
  useEffect(() => {
    if (intake.missing.peek().length > 0) intake.renew();
  }, [known.lists]);
  // Every expiry that is counted from now, and every one that may be over, hangs on the zone.
  const { zone } = known.lists;
  const presets = JSON.stringify(known.presets);
  useEffect(() => intake.renew(), [zone, presets]);
  const item = parts.item.value;
  useEffect(() => bulks.enter(), [item]);
  return item === '' || isTabs(item) ? (
    <BulkHome parts={parts} known={known} intake={intake} bulks={bulks} />
  ) : (
    <BulkView parts={parts} page={model} model={bulks} />
  );
}

function createRoom(parts: RoomParts, first: Known) {
  const room = { known: first };
  const kept = createKeptBulks(parts);
  const lists = () => room.known.lists;
  const intake = createIntakeModel({
    kept,
    naming: createNaming(fieldWords()),
    lists() {
      const { campaigns, channels, pixels, domains, splashPages, overlays, recent } = lists();
      return {
        campaigns: recentFirst(campaigns, recent.campaigns),
        channels: recentFirst(channels, recent.channels),
        pixels: recentFirst(pixels, recent.pixels),
        domains,
        types: [...splashPages, ...overlays],
      };
    },
    lint: () => ({
      domains: lists().domains,
      shortUrls: room.known.recents.map(({ shortUrl }) => shortUrl),
    }),
    zone: () => lists().zone,
    presets: () => room.known.presets,
    defaults: () => room.known.preferences,
    cleanUp: () => room.known.preferences.cleanUp,
    known: (address) => parts.mirror.byAddress(address),
    put: parts.put,
    now: parts.now,
    newId: () => crypto.randomUUID(),
    pause,
    tell: (row, verdict) =>
      saysOf(row, verdict)
        .map(({ text }) => text)
        .join(' '),
    nameOf,
  });
  const bulks = createBulksModel({
    kept,
    open: parts.item,
    view: parts.view,
    pause,
    onChange: (changed) =>
      parts.mirror.onChange((what) => {
        if (what === 'bulk') changed();
      }),
    copy: parts.copy,
    save: saveFile,
    visible: () => document.visibilityState === 'visible' && document.hasFocus(),
    campaign: (id) => findCampaign(id, parts),
    format: createResultFormats(parts.now),
  });
  return Object.assign(room, { intake, bulks });
}
