/** The section "Bulk create": creates many links in one step, from a list, a file or the open tabs. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isIncognito } from '../../../lib/browser/incognito.ts';
import { watchStorage } from '../../../lib/browser/storage.ts';
import { t } from '../../../lib/i18n/t.ts';
import { pickerListsItem } from '../../../lib/storage/picker-lists.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import { LocalCopyUnreadable, NotInPrivateWindow } from '../alert.tsx';
import type { SectionDeps } from '../section-deps.ts';
import type { OpenSectionProps } from '../section-props.ts';
import { BulkHome } from './bulk-home.tsx';
import { createBulkSectionState, type BulkSectionState } from './bulk-section-state.ts';
import { BulkView } from './bulk-view.tsx';
import { readAccountContext, type AccountContext } from './account-context.ts';
import { isTabs } from './tabs-model.ts';

export function Bulk(props: OpenSectionProps) {
  return isIncognito() ? (
    <MessageOnly>
      <NotInPrivateWindow text={t('bulkPrivateWindow')} />
    </MessageOnly>
  ) : (
    <BulkOfAccount {...props} />
  );
}

function MessageOnly({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="bulk">
      <h2 tabIndex={-1}>{t('bulk')}</h2>
      {children}
    </div>
  );
}

function BulkOfAccount(props: OpenSectionProps) {
  const [tries, setTries] = useState(1);
  const account = useAccountContext(props.deps.mirror, tries);
  if (account === 'unreadable')
    return (
      <MessageOnly>
        <LocalCopyUnreadable onRetry={() => setTries(tries + 1)} />
      </MessageOnly>
    );
  return account && <BulkSection {...props} account={account} />;
}

/** @returns `null` until it has been read; what was read before stays when it can't be read again */
function useAccountContext(
  mirror: SectionDeps['mirror'],
  tries: number,
): AccountContext | 'unreadable' | null {
  const [account, setAccount] = useState<AccountContext | 'unreadable' | null>(null);
  useEffect(() => {
    let unmounted = false;
    const read = () =>
      void readAccountContext(mirror).then(
        (found) => {
          if (!unmounted) setAccount(found);
        },
        () => {
          if (!unmounted) setAccount((before) => before ?? 'unreadable');
        },
      );
    read();
    const unwatch = [pickerListsItem, preferencesItem, presetsItem].map(({ key }) =>
      watchStorage('local', key, read),
    );
    return () => {
      unmounted = true;
      for (const stop of unwatch) stop();
    };
  }, [tries]);
  return account;
}

/** A state belongs to one account. */
function retainedState({ deps, models, account }: Omit<BulkSectionProps, 'page'>): BulkSectionState {
  if (models.bulk) return models.bulk;
  const state = createBulkSectionState(deps, account);
  models.bulk = state;
  state.lifetime.addEventListener('abort', () => {
    if (models.bulk === state) models.bulk = null;
  });
  return state;
}

/** Calls when the page is hidden, since it may be closed then, and when the section is left. */
function whenHidden(act: () => void): () => void {
  const onChange = () => {
    if (document.visibilityState === 'hidden') act();
  };
  document.addEventListener('visibilitychange', onChange);
  addEventListener('pagehide', act);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    removeEventListener('pagehide', act);
    act();
  };
}

interface BulkSectionProps extends OpenSectionProps {
  readonly account: AccountContext;
}

function BulkSection({ deps, page, models, account }: BulkSectionProps) {
  const [state] = useState(() => retainedState({ deps, models, account }));
  const { importModel, bulks } = state;
  state.account = account;
  useEffect(() => {
    void importModel.open();
    return bulks.watch();
  }, []);
  useEffect(() => {
    // Batches that have ended meanwhile have been seen now.
    const refresh = () => void bulks.refresh();
    addEventListener('focus', refresh);
    return () => removeEventListener('focus', refresh);
  }, []);
  useEffect(() => whenHidden(importModel.storeNow), []);
  // The account may have the missing records by now.
  useEffect(() => {
    importModel.chooseListed();
    if (importModel.missing.peek().length > 0) importModel.revalidate();
  }, [account.lists]);
  useEffect(() => importModel.followDefaults(), [account.preferences]);
  // The validity of every expiry depends on the service's time zone.
  const { zone: utcOffset } = account.lists;
  const presets = JSON.stringify(account.presets);
  useEffect(() => importModel.revalidate(), [utcOffset, presets]);
  const item = deps.item.value;
  useEffect(() => bulks.reset(), [item]);
  return item === '' || isTabs(item) ? (
    <BulkHome deps={deps} page={page} account={account} importModel={importModel} bulks={bulks} />
  ) : (
    <BulkView deps={deps} page={page} model={bulks} />
  );
}
