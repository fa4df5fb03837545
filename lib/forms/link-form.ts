/**
 * The link form's model, shared by every page that creates links. It depends neither on storage nor on the browser.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { parseUserUrl, type ParsedUserUrl } from '../url/parse-user-url.ts';
import type { LinkDraft } from '../draft/draft.ts';
import type { LinkOptions } from '../draft/link-options.ts';
import { defaultLinkOptions, touchedOptions } from '../draft/parse-options.ts';

export interface LinkForm {
  readonly draft: ReadonlySignal<LinkDraft>;
  readonly readable: ReadonlySignal<ParsedUserUrl>;
  change(fields: Partial<LinkDraft>): void;
  /** The link options; the defaults until they are touched. */
  readonly extras: ReadonlySignal<LinkOptions>;
  changeExtras(fields: Partial<LinkOptions>): void;
  /** The draft as it would be sent, with the normalized URL if that is valid. */
  content(): LinkDraft;
}

export function createLinkForm(start: LinkDraft): LinkForm {
  const draft = signal(start);
  const readable = computed(() => parseUserUrl(draft.value.address));
  const extras = computed(() => draft.value.extras ?? defaultLinkOptions);
  return {
    draft,
    readable,
    extras,
    changeExtras: (fields) => {
      draft.value = { ...draft.peek(), extras: touchedOptions({ ...extras.peek(), ...fields }) };
    },
    change: (fields) => {
      draft.value = { ...draft.peek(), ...fields };
    },
    content: () => ({
      ...draft.value,
      ...(readable.value.ok && { address: readable.value.address }),
      alias: draft.value.alias.trim(),
    }),
  };
}
