/** The link form's model, shared by every page that creates links. It depends neither on storage nor on the browser. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { parseUserUrl } from '../url/parse-user-url.ts';
import type { LinkDraft } from '../draft/draft.ts';
import type { LinkOptions } from '../draft/link-options.ts';
import { defaultLinkOptions, touchedOptions } from '../draft/parse-options.ts';

export type LinkForm = ReturnType<typeof createLinkForm>;

/** Parameters and fragments mostly lead to the same page. */
export const isSamePage = (one: string, other: string): boolean => pageOf(one) === pageOf(other);

const pageOf = (address: string): string => address.trim().replaceAll(/^https?:\/\/|[?#].*$/gu, '');

/** @param titled the page that has this title; `null` for a title that belongs to the link, whatever its address */
export function createLinkForm(
  start: LinkDraft,
  titled: Pick<LinkDraft, 'address' | 'title'> | null = start,
) {
  const current = signal(start);
  const draft: ReadonlySignal<LinkDraft> = current;
  const readable = computed(() => parseUserUrl(draft.value.address));
  const extras = computed(() => draft.value.extras ?? defaultLinkOptions);

  function change(fields: Partial<LinkDraft>): void {
    const { address } = fields;
    // The title of one page would be stored for another.
    const title = address !== undefined &&
      titled !== null && { title: isSamePage(address, titled.address) ? titled.title : '' };
    current.value = { ...draft.peek(), ...title, ...fields };
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
