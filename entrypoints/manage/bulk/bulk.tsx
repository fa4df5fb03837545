/** The room "Bulk": many links at once, from a list, a file or the open tabs. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { saveFile } from '../../../lib/browser/share.ts';
import { watchStorage } from '../../../lib/browser/storage.ts';
import { createColumnMatcher } from '../../../lib/bulk/columns.ts';
import { findCampaign } from './find-campaign.ts';
import { delay } from '../../../lib/messages/delay.ts';
import { pickerListsItem, recentFirst } from '../../../lib/storage/picker-lists.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import type { ManageModel } from '../model.ts';
import type { SectionDeps } from '../section-deps.ts';
import { createBulksModel } from './bulks-model.ts';
import { BulkHome } from './bulk-home.tsx';
import { BulkView } from './bulk-view.tsx';
import { createImportModel } from './import-model.ts';
import { createBulkRepository } from './bulk-repository.ts';
import { readAccountContext, type AccountContext } from './account-context.ts';
import { createResultFormats } from './results.ts';
import { isTabs } from './tabs-model.ts';
import { fieldLabels, nameOf, describeProblems } from './labels.ts';

export const render = (deps: SectionDeps, model: ManageModel): VNode => <Bulk deps={deps} model={model} />;

function Bulk({ deps, model }: { readonly deps: SectionDeps; readonly model: ManageModel }) {
  const [known, setKnown] = useState<AccountContext | null>(null);
  useEffect(() => {
    let left = false;
    const read = () =>
      void readAccountContext().then(
        (found) => {
          if (!left) setKnown(found);
        },
        () => undefined,
      );
    read();
    const stop = [pickerListsItem, preferencesItem, presetsItem].map(({ key }) =>
      watchStorage('local', key, read),
    );
    return () => {
      left = true;
      for (const end of stop) end();
    };
  }, []);
  return known && <Room deps={deps} model={model} known={known} />;
}

interface RoomProps {
  readonly deps: SectionDeps;
  readonly model: ManageModel;
  readonly known: AccountContext;
}

function Room({ deps, model, known }: RoomProps) {
  const [section] = useState(() => createRoom(deps, known));
  const { intake, bulks } = section;
  section.known = known;
  useEffect(() => {
    void intake.open();
    return bulks.watch();
  }, []);
  // What was unknown may be known by now.
  useEffect(() => {
    if (intake.missing.peek().length > 0) intake.revalidate();
  }, [known.lists]);
  // Every expiry that is counted from now, and every one that may be over, hangs on the zone.
  const { zone } = known.lists;
  const presets = JSON.stringify(known.presets);
  useEffect(() => intake.revalidate(), [zone, presets]);
  const item = deps.item.value;
  useEffect(() => bulks.reset(), [item]);
  return item === '' || isTabs(item) ? (
    <BulkHome deps={deps} known={known} intake={intake} bulks={bulks} />
  ) : (
    <BulkView deps={deps} page={model} model={bulks} />
  );
}

function createRoom(deps: SectionDeps, first: AccountContext) {
  const section = { known: first };
  const repository = createBulkRepository(deps);
  const lists = () => section.known.lists;
  const intake = createImportModel({
    repository,
    columnMatcher: createColumnMatcher(fieldLabels()),
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
      shortUrls: section.known.recents.map(({ shortUrl }) => shortUrl),
    }),
    zone: () => lists().zone,
    presets: () => section.known.presets,
    defaults: () => section.known.preferences,
    cleanSteps: () => section.known.preferences.cleanUp,
    findExisting: (address) => deps.mirror.byAddress(address),
    submit: deps.submit,
    now: deps.now,
    newId: () => crypto.randomUUID(),
    delay,
    describeSkip: (row, verdict) =>
      describeProblems(row, verdict)
        .map(({ text }) => text)
        .join(' '),
    nameOf,
  });
  const bulks = createBulksModel({
    repository,
    open: deps.item,
    view: deps.view,
    delay,
    onChange: (changed) =>
      deps.mirror.onChange((what) => {
        if (what === 'bulk') changed();
      }),
    copy: deps.copy,
    save: saveFile,
    visible: () => document.visibilityState === 'visible' && document.hasFocus(),
    campaign: (id) => findCampaign(id, deps),
    format: createResultFormats(deps.now),
  });
  return Object.assign(section, { intake, bulks });
}
