/** A page with a form may stay open while another account is connected: what was chosen in it is not that one's. */
import { effect } from '@preact/signals';
import { withoutAccountIds } from '../../lib/draft/without-account-ids.ts';
import type { PopupModel } from './model.ts';

export function watchAccount({ view, form }: PopupModel): () => void {
  let account = '';
  return effect(() => {
    const { scope = '' } = view.value;
    // Disconnected: the same account may come back.
    if (scope === '') return;
    if (account !== '' && scope !== account) form.change(withoutAccountIds(form.draft.peek()));
    account = scope;
  });
}
