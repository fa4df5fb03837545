/** Clears the choices of the previous account when another one is connected while a form is open. */
import { effect } from '@preact/signals';
import { withoutAccountIds } from '../../lib/draft/without-account-ids.ts';
import type { LinkDefaults } from '../../lib/draft/link-defaults.ts';
import type { PopupModel } from './model.ts';

/** @param changeDefaults for a form that starts with the account's defaults */
export function watchAccount(
  { view, form, adding }: PopupModel,
  changeDefaults?: (defaults: LinkDefaults) => void,
): () => void {
  let account = '';
  return effect(() => {
    const { scope = '', defaults } = view.value;
    // Disconnected: the same account may come back.
    if (scope === '') return;
    if (account !== '' && scope !== account) {
      form.change(withoutAccountIds(form.draft.peek()));
      // Their jobs are gone with the account.
      adding.value = new Map();
      changeDefaults?.(defaults);
    }
    account = scope;
  });
}
