/** A three-way merge: takes over the values of another draft and preserves what the user has typed. */
import type { LinkDraft } from './draft.ts';
import { isEqual } from './is-equal.ts';
import { defaultLinkOptions, touchedOptions } from './parse-options.ts';

function mergeField<T extends object>(own: T, from: T, to: T): T {
  const mixed = { ...own };
  for (const key in own) if (isEqual(own[key], from[key])) mixed[key] = to[key];
  return mixed;
}

/** Every field that still equals `from` gets the value of `to`. */
export function mergeDraft(draft: LinkDraft, from: LinkDraft, to: LinkDraft): LinkDraft {
  const [own, before, after] = [draft, from, to].map(({ extras, ...rest }) => ({
    rest,
    extras: extras ?? defaultLinkOptions,
  }));
  if (!own || !before || !after) return draft;
  const extras = mergeField(own.extras, before.extras, after.extras);
  return {
    ...mergeField(own.rest, before.rest, after.rest),
    extras: touchedOptions(extras),
  };
}
