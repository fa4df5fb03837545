/** The form in which a preset is edited: its fields as they are stored, variables and relative expiration included. */
import type { LinkDraft } from '../draft/draft.ts';
import { defaultLinkOptions } from '../draft/parse-options.ts';
import { override } from './apply-preset.ts';
import { emptyDraft } from './from-draft.ts';
import type { PresetFields } from './preset.ts';

export function presetToDraft({ extras, ...own }: PresetFields): LinkDraft {
  const draft = override(emptyDraft, own);
  return extras === undefined ? draft : { ...draft, extras: override(defaultLinkOptions, extras) };
}
