/** The state of the settings page. */
import { computed, signal } from '@preact/signals';
import type { PopupView } from '../../lib/views/popup-view.ts';
import { createConnectionModel } from './connection-model.ts';
import type { OptionsDeps } from './options-deps.ts';
import { createPreferencesModel } from './preferences-model.ts';

export type OptionsModel = ReturnType<typeof createOptionsModel>;

export function createOptionsModel(deps: OptionsDeps) {
  const lists = signal(deps.popupView);
  const connection = createConnectionModel(deps, () => (lists.peek()?.unfinished ?? 0) > 0);
  const { firstSteps } = connection;
  const hasLinks = computed(() => (lists.value?.recents.length ?? 0) > 0);

  function endFirstSteps(): void {
    if (!firstSteps.peek()) return;
    firstSteps.value = false;
    deps.saveFirstSteps(false);
  }

  return {
    ...connection,
    ...createPreferencesModel(deps),
    lists,
    /** The number of jobs that are not finished. */
    waiting: computed(() => lists.value?.unfinished ?? 0),
    /** The service rejected the key after it had been connected. */
    keyFailure: computed(() => {
      const failure = lists.value?.blockReason?.failure;
      return failure?.kind === 'key' ? failure : null;
    }),
    /** A first account is connected, and no link was created here yet. */
    awaitsFirstLink: computed(() => connection.connected.value && firstSteps.value && !hasLinks.value),
    endFirstSteps,
    /** As another tab has stored it, or the account's data was removed. */
    showFirstSteps: (isShown: boolean) => (firstSteps.value = isShown),
    showLists(next: PopupView | null): void {
      lists.value = next;
      if (hasLinks.peek()) endFirstSteps();
    },
  };
}
