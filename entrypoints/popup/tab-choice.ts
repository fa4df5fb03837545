/** "Shorten several tabs…", in a chunk of its own that loads when it is pressed. */
import { openBulkForTabs } from '../../lib/browser/open-bulk-for-tabs.ts';
import { native } from '../../lib/browser/native.ts';
import { writeStorage } from '../../lib/browser/storage.ts';
import type { LinkDraft } from '../../lib/draft/draft.ts';
import { isEqual } from '../../lib/draft/is-equal.ts';
import { tabOptionsKey } from '../../lib/draft/stored-draft.ts';
import type { PopupModel } from './model.ts';
import { leavePopup } from './navigate.ts';

/** The choice of this window's tabs, which are shortened together, with what is chosen here. */
export async function openTabChoice(model: PopupModel): Promise<void> {
  const [tab] = await native.tabs.query({ active: true, currentWindow: true });
  await openBulkForTabs(tab, await storeChoices(model));
  leavePopup();
}

/** Stores what differs from the defaults, which the page of several links has, too. @returns the id; empty for nothing */
async function storeChoices({ form, defaults, deps }: PopupModel): Promise<string> {
  const withExpiry = ({ extras, ...draft }: LinkDraft) => ({ ...draft, expiry: extras?.expiry ?? '' });
  const before = withExpiry(defaults.peek());
  const now = withExpiry(form.draft.peek());
  const names = ['campaign', 'channel', 'pixels', 'domain', 'expiry'] as const;
  const chosen = names.filter((name) => !isEqual(before[name], now[name]));
  if (chosen.length === 0) return '';
  const id = deps.newId();
  const fields = Object.fromEntries(chosen.map((name) => [name, now[name]]));
  await writeStorage('local', tabOptionsKey(id), { ...fields, at: deps.now() });
  return id;
}
