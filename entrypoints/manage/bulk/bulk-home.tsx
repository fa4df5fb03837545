/** The start page of the bulk section: the import, and the bulks that were started. */
import { Check, ChevronRight } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { whileCurrent } from '../../../components/while-current.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { maxRows } from '../../../lib/bulk/parse-table.ts';
import type { OpenTab } from '../../../lib/browser/open-tabs.ts';
import { t } from '../../../lib/i18n/t.ts';
import { normalizeUrl } from '../../../lib/url/normalize-url.ts';
import type { SectionDeps, SectionProps } from '../section-deps.ts';
import type { AccountContext } from './account-context.ts';
import { BulkList } from './bulk-list.tsx';
import type { BulksModel } from './bulks-model.ts';
import { SharedOptions } from './shared-options.tsx';
import { StartOver, UndoStartOver } from './start-over.tsx';
import type { ImportModel } from './import-model.ts';
import { Preview } from './preview.tsx';
import { ImportSource } from './import-source.tsx';
import { TabsPanel } from './tabs-panel.tsx';
import { isTabs, TabsModel } from './tabs-model.ts';

interface BulkHomeProps extends SectionProps {
  readonly account: AccountContext;
  readonly importModel: ImportModel;
  readonly bulks: BulksModel;
}

export function BulkHome({ deps, page, account, importModel, bulks }: BulkHomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const tabs = useTabs(deps);
  const isMirrorComplete = useIsMirrorComplete(deps, importModel);
  const tabsOpen = tabs.state.value !== 'closed';
  const table = importModel.table.value;

  function closeTabs(): void {
    tabs.close();
    // The menu opens the tabs by changing the URL, so the URL must not stay at the tabs.
    if (isTabs(deps.item.peek())) deps.navigate('bulk');
    heading.current?.focus();
  }

  function addTabs(chosen: readonly OpenTab[]): void {
    importModel.loadTabs(chosen, tabs.skipped.peek());
    importModel.chooseSharedOptions(tabs.options());
    closeTabs();
  }

  return (
    <div class="bulk">
      <div class="page-head line">
        <h2 ref={heading} tabIndex={-1}>
          {t('bulk')}
        </h2>
        <StartOver model={importModel} />
      </div>
      <UndoStartOver model={importModel} />
      <Steps isReview={table !== null} />
      {table === null && <p class="note">{formatCount('bulkHint', maxRows)}</p>}
      <div class={table === null ? undefined : 'card flush'}>
        <ImportSource
          model={importModel}
          onTabs={() => (tabsOpen ? closeTabs() : void tabs.open('tabs'))}
          tabsOpen={tabsOpen}
        >
          <TabsPanel model={tabs} isMain={table === null} onAdd={addTabs} onClose={closeTabs} />
        </ImportSource>
        {table !== null && <SharedOptions model={importModel} account={account} />}
      </div>
      {table !== null && (
        <Preview
          model={importModel}
          meter={deps.view.value?.meter ?? null}
          isMirrorComplete={isMirrorComplete && !importModel.isMirrorUnread.value}
          types={account.lists}
          onStarted={(id) => {
            void bulks.refresh();
            // Unless another section was opened meanwhile.
            if (heading.current) deps.navigate('bulk', id);
          }}
        />
      )}
      <BulkList model={bulks} page={page} />
    </div>
  );
}

/** The steps of a bulk: its URLs, their review, and the creation of the links, which has a page of its own. */
function Steps({ isReview }: { readonly isReview: boolean }) {
  const current = isReview ? 1 : 0;
  const names = [t('bulkStepUrls'), t('bulkReview'), t('bulkStepCreate')];
  return (
    <ol class="steps" aria-label={t('bulkSteps')}>
      {names.map((name, index) => (
        <li key={name} aria-current={index === current ? 'step' : undefined}>
          {index > 0 && <Icon of={ChevronRight} size={14} mirrors />}
          <span class={index < current ? 'step-number done' : 'step-number'}>
            {index < current ? <Icon of={Check} size={14} /> : formatNumber(index + 1)}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}

/** Opens the tabs when the URL requests them. */
function useTabs(deps: SectionDeps): TabsModel {
  const [tabs] = useState(
    () => new TabsModel(async (address) => (await deps.mirror.byAddress(normalizeUrl(address))).length > 0),
  );
  const item = deps.item.value;
  useEffect(() => {
    if (isTabs(item)) void tabs.open(item);
  }, [item]);
  return tabs;
}

/** @returns the mirror holds all links of the account, so every existing one is found; true until it has been read */
function useIsMirrorComplete({ mirror }: SectionDeps, { validatedRows }: ImportModel): boolean {
  const [isMirrorComplete, setMirrorComplete] = useState(true);
  useEffect(() => {
    const reading = mirror.freshness().then(
      ({ links }) => links.complete,
      // It may lack some of them.
      () => false,
    );
    return whileCurrent(reading, setMirrorComplete);
  }, [validatedRows.value]);
  return isMirrorComplete;
}
