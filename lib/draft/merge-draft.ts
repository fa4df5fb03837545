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
  const { extras: own = defaultLinkOptions, ...rest } = draft;
  const { extras: before = defaultLinkOptions, ...restBefore } = from;
  const { extras: after = defaultLinkOptions, ...restAfter } = to;
  return {
    ...mergeField(rest, restBefore, restAfter),
    extras: touchedOptions(mergeField(own, before, after)),
  };
}
