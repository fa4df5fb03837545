/** The state of the forms within the link form. nested-form-state.ts stores it. */
import { signal } from '@preact/signals';

export interface NewPixel {
  readonly name: string;
  readonly type: string;
  readonly tag: string;
}

export function createNestedForms() {
  const newPixel = signal<NewPixel | null>(null);
  const presetName = signal<string | null>(null);
  const presetSites = signal<string | null>(null);
  const blocksLink = signal(false);
  return {
    /** The pixel whose type and tag are being typed; `null` for none. */
    newPixel,
    /** "Shorten" was pressed while that form was open. */
    blocksLink,
    /** The name under which the form is being saved as a preset; `null` while it is not. */
    presetName,
    /** On the preset's page: its sites, as far as they are typed there; `null` for as stored. */
    presetSites,
    /** On "Shorten": true while the form of a pixel is open, which the user has to add or close first. */
    blockLink: () => (blocksLink.value = newPixel.peek() !== null),
    close(): void {
      newPixel.value = null;
      presetName.value = null;
      presetSites.value = null;
      blocksLink.value = false;
    },
  };
}
