/** The link form's model, shared by every page that creates links. It depends neither on storage nor on the browser. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { parseUserUrl } from '../url/parse-user-url.ts';
import type { LinkDraft } from '../draft/draft.ts';
import type { LinkOptions } from '../draft/link-options.ts';
import { defaultLinkOptions, touchedOptions } from '../draft/parse-options.ts';

export type LinkForm = ReturnType<typeof createLinkForm>;

export function createLinkForm(start: LinkDraft) {
  const current = signal(start);
  const draft: ReadonlySignal<LinkDraft> = current;
  const readable = computed(() => parseUserUrl(draft.value.address));
  const extras = computed(() => draft.value.extras ?? defaultLinkOptions);

  function change(fields: Partial<LinkDraft>): void {
    current.value = { ...draft.peek(), ...fields };
  }

  return {
    draft,
    readable,
    change,
    /** The link options; the defaults until they are touched. */
    extras,
    changeExtras: (fields: Partial<LinkOptions>): void =>
      change({ extras: touchedOptions({ ...extras.peek(), ...fields }) }),

    /** The draft as it would be sent, with the normalized URL if that is valid. */
    content: (): LinkDraft => ({
      ...draft.value,
      ...(readable.value.ok && { address: readable.value.address }),
      alias: draft.value.alias.trim(),
    }),
  };
}
