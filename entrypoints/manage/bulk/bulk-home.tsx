/** The room as it is entered: what is to be shortened, and the bulks that were begun. */
import { useEffect, useRef, useState } from 'preact/hooks';
import * as openTabs from '../../../lib/browser/open-tabs.ts';
import { say } from '../../../lib/i18n/t.ts';
import { useHeldFocus } from '../../../components/use-focus-restore.ts';
import type { RoomParts } from '../section-deps.ts';
import type { Known } from './account-context.ts';
import { BulkList } from './bulk-list.tsx';
import type { BulksModel } from './bulks-model.ts';
import { ForAllRows } from './shared-options.tsx';
import type { IntakeModel } from './import-model.ts';
import { Preview } from './preview.tsx';
import { Source } from './import-source.tsx';
import { TableFields } from './column-mapping.tsx';
import { TabsPanel } from './tabs-panel.tsx';
import { createTabsModel, isTabs, type TabOffer } from './tabs-model.ts';

export interface BulkHomeProps {
  readonly parts: RoomParts;
  readonly known: Known;
  readonly intake: IntakeModel;
  readonly bulks: BulksModel;
}

export function BulkHome({ parts, known, intake, bulks }: BulkHomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [tabs] = useState(() =>
    createTabsModel({
      request: openTabs.requestTabs,
      allowed: openTabs.maySeeTabs,
      list: openTabs.listOpenTabs,
      ownWindow: openTabs.ownWindow,
    }),
  );
  const item = parts.item.value;
  useEffect(() => {
    if (isTabs(item)) void tabs.open(item);
  }, [item]);
  useHeldFocus(() => heading.current);
  /** All links of the account are here, so that those that exist are found. */
  const [allKnown, setAllKnown] = useState(true);
  useEffect(() => {
    parts.mirror.freshness().then(
      ({ links }) => setAllKnown(links.complete),
      () => undefined,
    );
  }, [intake.prepared.value]);
  const table = intake.table.value;

  function takeTabs({ tabs: taken }: TabOffer): void {
    const left = tabs.left.peek();
    intake.takeTabs(taken, left);
    closeTabs();
  }

  function closeTabs(): void {
    tabs.close();
    // So that the menu can ask for them once more.
    if (isTabs(item)) parts.go('bulk');
    heading.current?.focus();
  }

  return (
    <div class="bulk">
      <h2 ref={heading} tabIndex={-1}>
        {say('bulk')}
      </h2>
      <p class="note">{say('bulkHint')}</p>
      <Source model={intake} onTabs={() => void tabs.open('tabs')} tabsOpen={tabs.state.value !== 'closed'} />
      {tabs.state.value !== 'closed' && <TabsPanel model={tabs} onTake={takeTabs} onClose={closeTabs} />}
      {table !== null && (
        <>
          <TableFields model={intake} table={table} />
          <ForAllRows model={intake} known={known} />
          <Preview
            model={intake}
            limit={limitOf(parts)}
            allKnown={allKnown}
            onStarted={(id) => {
              void bulks.look();
              parts.go('bulk', id);
            }}
          />
        </>
      )}
      <BulkList model={bulks} parts={parts} />
    </div>
  );
}

/** Requests a minute; `null` where the service names no limit. */
function limitOf(parts: RoomParts): number | null {
  const limit = parts.view.value?.meter?.limit;
  return typeof limit === 'number' ? limit : null;
}
