/** Creates campaigns, channels and pixels from a picker: submitted like a link, and chosen once the view has them. */
import { effect } from '@preact/signals';
import type { CreateRecordCommand } from '../../../lib/outbox/commands.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { PopupModel } from '../model.ts';
import type { NewPixel } from './nested-forms.ts';

/** The record to add, as a command without id and time. */
export type Addition =
  | { readonly kind: 'add-campaign' | 'add-channel'; readonly name: string }
  | ({ readonly kind: 'add-pixel' } & NewPixel);

/** The pickers by the names of their fields. */
export type PickerField = 'campaign' | 'channel' | 'pixels';

const kinds = { campaign: 'add-campaign', channel: 'add-channel', pixels: 'add-pixel' } as const;

/** "Create …" in a picker: without a form if a name is enough. */
export function create(model: PopupModel, field: PickerField, name: string): void {
  // A form that is open already gets the new name and stays filled.
  const { newPixel } = model.nestedForms;
  if (field === 'pixels') newPixel.value = { type: '', tag: '', ...newPixel.peek(), name };
  else void add(model, { kind: kinds[field], name });
}

export function isCreating({ adding }: PopupModel, field: PickerField): boolean {
  return [...adding.value.values()].some(({ kind }) => kind === kinds[field]);
}

export async function add({ adding, deps, page }: PopupModel, addition: Addition): Promise<void> {
  const command: CreateRecordCommand = {
    ...addition,
    id: deps.newId(),
    at: deps.now(),
    private: page.private,
  };
  adding.value = new Map(adding.peek()).set(command.id, command);
  await deps.submit(command).catch(() => forget(adding, command.id));
}

/** Chooses an added record as soon as the stored view has it. */
export function chooseAdded({ adding, form, view }: PopupModel): () => void {
  function added({ kind, name }: CreateRecordCommand): PickerOption | undefined {
    const { campaigns, channels, pixels } = view.value;
    const list = kind === 'add-campaign' ? campaigns : kind === 'add-channel' ? channels : pixels;
    return list.find((choice) => choice.name === name);
  }

  function choose({ kind }: CreateRecordCommand, choice: PickerOption): void {
    if (kind === 'add-campaign') form.change({ campaign: choice });
    else if (kind === 'add-channel') form.change({ channel: choice });
    else form.change({ pixels: [...form.draft.peek().pixels.filter(({ id }) => id !== choice.id), choice] });
  }

  return effect(() => {
    for (const [id, command] of adding.value) {
      const choice = added(command);
      const ended = view.value.jobs.find((job) => job.id === id);
      if (choice !== undefined) choose(command, choice);
      if (choice !== undefined || ended?.state === 'refused' || ended?.state === 'cancelled')
        forget(adding, id);
    }
  });
}

function forget(adding: PopupModel['adding'], id: string): void {
  adding.value = new Map([...adding.peek()].filter(([other]) => other !== id));
}
