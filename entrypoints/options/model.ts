/** The state of the settings page. */
import { computed, signal } from '@preact/signals';
import type { JobView } from '../../lib/views/job-view.ts';
import type { PopupView } from '../../lib/views/popup-view.ts';
import { createConnection } from './connection-model.ts';
import type { OptionsDeps } from './options-deps.ts';
import { createPreferencesModel } from './preferences-model.ts';

const unfinished: readonly JobView['state'][] = ['queued', 'sent', 'unknown'];

export type OptionsModel = ReturnType<typeof createOptionsModel>;

export function createOptionsModel(deps: OptionsDeps) {
  const lists = signal(deps.popupView);
  const connection = createConnection(deps);
  return {
    ...connection,
    ...createPreferencesModel(deps),
    lists,
    /** The number of jobs that are not finished. */
    waiting: computed(() => lists.value?.jobs.filter(({ state }) => unfinished.includes(state)).length ?? 0),
    /** The account was just connected, and no link was created here yet. */
    awaitsFirstLink: computed(
      () => connection.state.value.name === 'connected' && (lists.value?.recents.length ?? 0) === 0,
    ),
    showLists: (next: PopupView | null) => (lists.value = next),
  };
}
