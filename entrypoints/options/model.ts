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
    /** The account was just connected, and no link was created here yet. */
    awaitsFirstLink: computed(
      () => connection.state.value.name === 'connected' && (lists.value?.recents.length ?? 0) === 0,
    ),
    showLists: (next: PopupView | null) => (lists.value = next),
  };
}
