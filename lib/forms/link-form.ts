/**
 * The link form's model: what is typed and chosen so far. Shared by every page that makes links; it knows neither
 * storage nor the browser.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { readAddress, type ReadAddress } from '../shortening/address.ts';
import type { LinkDraft } from '../shortening/draft.ts';

export interface LinkForm {
  readonly draft: ReadonlySignal<LinkDraft>;
  readonly readable: ReadonlySignal<ReadAddress>;
  change(fields: Partial<LinkDraft>): void;
  /** What would be sent now: the address in the form in which it is sent, where it can be read. */
  content(): LinkDraft;
}

export function createLinkForm(start: LinkDraft): LinkForm {
  const draft = signal(start);
  const readable = computed(() => readAddress(draft.value.address));
  return {
    draft,
    readable,
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
