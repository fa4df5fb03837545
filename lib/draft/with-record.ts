/** Chooses a campaign, channel or pixel in a draft. */
import type { LinkDraft, PickerOption } from './draft.ts';

export function withRecord(
  draft: LinkDraft,
  field: 'campaign' | 'channel' | 'pixels',
  { id, name }: PickerOption,
): LinkDraft {
  const option = { id, name };
  return { ...draft, [field]: field === 'pixels' ? [...draft.pixels, option] : option };
}
