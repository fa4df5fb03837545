/**
 * The link form's model: what is typed and chosen so far. Shared by every page that makes links; it knows neither
 * storage nor the browser.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { parseUserUrl, type ParsedUserUrl } from '../url/parse-user-url.ts';
import type { LinkDraft } from '../draft/draft.ts';
import type { LinkOptions } from '../draft/link-options.ts';
import { defaultLinkOptions } from '../draft/parse-options.ts';

export interface LinkForm {
  readonly draft: ReadonlySignal<LinkDraft>;
  readonly readable: ReadonlySignal<ParsedUserUrl>;
  change(fields: Partial<LinkDraft>): void;
  /** Everything besides address, filing and alias; empty until it is touched. */
  readonly extras: ReadonlySignal<LinkOptions>;
  changeExtras(fields: Partial<LinkOptions>): void;
  /** What would be sent now: the address in the form in which it is sent, where it can be read. */
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
      const changed = { ...extras.peek(), ...fields };
      // Emptied again, they are as good as untouched.
      const untouched = JSON.stringify(changed) === JSON.stringify(defaultLinkOptions);
      draft.value = { ...draft.peek(), extras: untouched ? undefined : changed };
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
