/** The state of the forms within the link form. nested-form-state.ts stores it. */
import { signal } from '@preact/signals';

export interface NewPixel {
  readonly name: string;
  readonly type: string;
  readonly tag: string;
}

export function createNestedForms() {
  return {
    /** The pixel whose type and tag are being typed; `null` for none. */
    newPixel: signal<NewPixel | null>(null),
    /** "Shorten" was pressed while that form was open. */
    blocksLink: signal(false),
    /** The name under which the form is being saved as a preset; `null` while it is not. */
    presetName: signal<string | null>(null),
  };
}
