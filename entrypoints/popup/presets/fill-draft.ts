/** Chooses a preset for a page, and fills a draft with it: pure functions. */
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { mergeDraft } from '../../../lib/draft/merge-draft.ts';
import { applyPreset } from '../../../lib/presets/apply-preset.ts';
import { presetByDefault, presetBySite } from '../../../lib/presets/match-site.ts';
import type { Preset, Presets } from '../../../lib/presets/preset.ts';

/** `restored`: the form came back with a stored draft, which does not say what filled it. */
type SelectionReason = 'site' | 'default' | 'user' | 'restored';

export interface Chosen {
  readonly preset: Preset | null;
  readonly why: SelectionReason;
}

interface FillContext {
  /** The form in which nothing is typed, without any preset. */
  readonly defaults: LinkDraft;
  /** The form's URL in the form in which it is sent; `null` if it can't be read. */
  readonly url: string | null;
  readonly now: number;
  /** The text selected in the page. */
  readonly selection: string;
}

/** The preset for the URL's site, else the default one. */
export function automaticChoice(url: string, presets: Presets): Chosen {
  const bySite = presetBySite(url, presets);
  return bySite === null
    ? { preset: presetByDefault(presets), why: 'default' }
    : { preset: bySite, why: 'site' };
}

/** Fills a draft: the user's own choice overrides what is typed, an automatic one does not. */
export function fillDraft(draft: LinkDraft, { preset, why }: Chosen, context: FillContext): LinkDraft {
  if (why === 'user') return overlay(draft, preset, context);
  const { address, title } = draft;
  const untyped = { ...context.defaults, address, title };
  return mergeDraft(draft, untyped, overlay(untyped, preset, context));
}

function overlay(draft: LinkDraft, preset: Preset | null, context: FillContext): LinkDraft {
  if (preset === null) return draft;
  const { address } = draft;
  const variables = { now: new Date(context.now), selection: context.selection };
  return { ...applyPreset({ ...draft, address: context.url ?? address }, preset, variables), address };
}
