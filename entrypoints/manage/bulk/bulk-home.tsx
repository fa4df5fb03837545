/** The room as it is entered: what is to be shortened, and the bulks that were begun. */
import { useEffect, useRef, useState } from 'preact/hooks';
import * as openTabs from '../../../lib/browser/open-tabs.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useFocusRestore } from '../../../components/use-focus-restore.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { AccountContext } from './account-context.ts';
import { BulkList } from './bulk-list.tsx';
import type { BulksModel } from './bulks-model.ts';
import { SharedOptionRows } from './shared-options.tsx';
import type { ImportModel } from './import-model.ts';
import { Preview } from './preview.tsx';
import { ImportSource } from './import-source.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { TabsPanel } from './tabs-panel.tsx';
import { createTabsModel, isTabs, type TabOffer } from './tabs-model.ts';

export interface BulkHomeProps {
  readonly deps: SectionDeps;
  readonly known: AccountContext;
  readonly intake: ImportModel;
  readonly bulks: BulksModel;
}

export function BulkHome({ deps, known, intake, bulks }: BulkHomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [tabs] = useState(() =>
    createTabsModel({
      request: openTabs.requestTabs,
      allowed: openTabs.canListTabs,
      list: openTabs.listOpenTabs,
      ownWindow: openTabs.currentWindowId,
    }),
  );
  const item = deps.item.value;
  useEffect(() => {
    if (isTabs(item)) void tabs.open(item);
  }, [item]);
  useFocusRestore(() => heading.current);
  /** All links of the account are here, so that those that exist are found. */
  const [allKnown, setAllKnown] = useState(true);
  useEffect(() => {
    deps.mirror.freshness().then(
      ({ links }) => setAllKnown(links.complete),
      () => undefined,
    );
  }, [intake.validatedRows.value]);
  const table = intake.table.value;

  function takeTabs({ tabs: taken }: TabOffer): void {
    const left = tabs.left.peek();
    intake.loadTabs(taken, left);
    closeTabs();
  }

  function closeTabs(): void {
    tabs.close();
    // So that the menu can ask for them once more.
    if (isTabs(item)) deps.navigate('bulk');
    heading.current?.focus();
  }

  return (
    <div class="bulk">
      <h2 ref={heading} tabIndex={-1}>
        {t('bulk')}
      </h2>
      <p class="note">{t('bulkHint')}</p>
      <ImportSource
        model={intake}
        onTabs={() => void tabs.open('tabs')}
        tabsOpen={tabs.state.value !== 'closed'}
      />
      {tabs.state.value !== 'closed' && <TabsPanel model={tabs} onTake={takeTabs} onClose={closeTabs} />}
      {table !== null && (
        <>
          <ColumnMapping model={intake} table={table} />
          <SharedOptionRows model={intake} known={known} />
          <Preview
            model={intake}
            limit={limitOf(deps)}
            allKnown={allKnown}
            onStarted={(id) => {
              void bulks.refresh();
              deps.navigate('bulk', id);
            }}
          />
        </>
      )}
      <BulkList model={bulks} deps={deps} />
    </div>
  );
}

/** Requests a minute; `null` where the service names no limit. */
function limitOf(deps: SectionDeps): number | null {
  const limit = deps.view.value?.meter?.limit;
  return typeof limit === 'number' ? limit : null;
}
