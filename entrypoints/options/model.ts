/** The state of the settings page. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { PopupView } from '../../lib/views/popup-view.ts';
import { createConnectionModel } from './connection-model.ts';
import type { OptionsDeps } from './options-deps.ts';
import { createPreferencesModel } from './preferences-model.ts';

export type OptionsModel = ReturnType<typeof createOptionsModel>;

export interface ModelProps {
  readonly model: OptionsModel;
}

export function createOptionsModel(deps: OptionsDeps) {
  const lists = signal(deps.popupView);
  const connection = createConnectionModel(deps, () => (lists.peek()?.unfinished ?? 0) > 0);
  const preferences = createPreferencesModel(deps);
  const { firstSteps } = connection;
  const unfinished = createUnfinishedRequests(lists, deps);
  const hasLinks = computed(() => (lists.value?.recents.length ?? 0) > 0);

  function endFirstSteps(): void {
    if (firstSteps.peek() === false) return;
    firstSteps.value = false;
    deps.saveFirstSteps(false);
  }

  // Earlier versions did not store that they had ended.
  const haveEnded = hasLinks.peek() || firstSteps.peek() === undefined;
  if (connection.connected.peek() && haveEnded) endFirstSteps();

  return {
    ...connection,
    ...preferences,
    change(...changed: Parameters<typeof preferences.change>): Promise<boolean> {
      // The notice of a replaced key or account goes with the next change.
      const { name } = connection.state.peek();
      if (name === 'key-replaced' || name === 'account-replaced') connection.state.value = { name: 'idle' };
      return preferences.change(...changed);
    },
    lists,
    ...unfinished,
    /** The service rejected the key after it had been connected. */
    keyFailure: computed(() => {
      const failure = lists.value?.blockReason?.failure;
      return failure?.kind === 'key' ? failure : null;
    }),
    /** A first account is connected, and no link was created here yet. */
    awaitsFirstLink: computed(
      () => connection.connected.value && firstSteps.value === true && !hasLinks.value,
    ),
    endFirstSteps,
    /** As all stored data is deleted, the next account is a first one. */
    forgetFirstSteps(): void {
      firstSteps.value = undefined;
      deps.saveFirstSteps(undefined);
    },
    /** As another tab has stored it. */
    showFirstSteps: (isShown: boolean | undefined) => (firstSteps.value = isShown),
    showLists(next: PopupView | null): void {
      lists.value = next;
      void unfinished.countBulkLinks();
      // Not after all data was deleted, which the view may follow later.
      if (hasLinks.peek() && firstSteps.peek() === true) endFirstSteps();
    },
  };
}

/** What is lost when the account is removed. */
function createUnfinishedRequests(lists: ReadonlySignal<PopupView | null>, deps: OptionsDeps) {
  const bulkLinks = signal(0);
  const jobs = computed(() =>
    (lists.value?.jobs ?? []).filter(({ state }) => ['queued', 'sent', 'unknown'].includes(state)),
  );

  async function countBulkLinks(): Promise<void> {
    const scope = lists.peek()?.scope ?? '';
    const count = scope === '' ? 0 : await deps.countBulkLinks(scope);
    if ((lists.peek()?.scope ?? '') === scope) bulkLinks.value = count;
  }
  void countBulkLinks();

  return {
    /** The number of requests that are not finished: jobs, and links of batches that are none yet. */
    waiting: computed(() => (lists.value?.unfinished ?? 0) + bulkLinks.value),
    /** How many of them are not links. */
    waitingChanges: computed(() => jobs.value.filter(({ kind }) => kind !== 'shorten').length),
    /** The service may have one of them already. */
    maySucceed: computed(() => jobs.value.some(({ state }) => state !== 'queued')),
    countBulkLinks,
  };
}
