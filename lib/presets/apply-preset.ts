/** Applies a preset to the form's content. */
import type { LinkDraft } from '../draft/draft.ts';
import { defaultLinkOptions, touchedOptions } from '../draft/parse-options.ts';
import type { Preset } from './preset.ts';
import { renderTemplate, renderAlias, templateValues } from './template.ts';

interface PresetContext {
  readonly now: Date;
  /** The text selected in the page; empty where there is none. */
  readonly selection: string;
}

export type Overrides<T> = { readonly [K in keyof T]?: T[K] | undefined };

export function override<T extends object>(base: T, change: Overrides<T>): T {
  const merged = { ...base };
  for (const key in base) {
    const value = change[key];
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

/** @param draft its URL is normalized, because `{host}` is taken from it; its password stays */
export function applyPreset(draft: LinkDraft, { fields }: Preset, context: PresetContext): LinkDraft {
  const values = templateValues(draft, context);
  const { alias, extras, ...rest } = fields;
  const applied = override(draft, {
    ...rest,
    alias: alias === undefined ? alias : renderAlias(alias, values),
  });
  if (extras === undefined) return applied;
  const { expiry, note, parameters } = extras;
  const filled = override(draft.extras ?? defaultLinkOptions, {
    ...extras,
    // A relative one is resolved when the link is sent.
    expiry,
    note: note === undefined ? note : renderTemplate(note, values),
    parameters: parameters?.map(({ name, value }) => ({ name, value: renderTemplate(value, values) })),
  });
  return { ...applied, extras: touchedOptions(filled) };
}
