/** Campaigns, channels and pixels made in place: asked for like a link, and chosen in their picker once they are there. */
import { effect } from '@preact/signals';
import type { CreateRecordCommand } from '../../../lib/outbox/commands.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { PopupModel } from '../model.ts';
import { newPixel, type NewPixel } from './nested-form-state.ts';

/** What to add; id and time are given here. */
export type Addition =
  | { readonly kind: 'add-campaign' | 'add-channel'; readonly name: string }
  | ({ readonly kind: 'add-pixel' } & NewPixel);

/** The pickers by the names of their fields. */
export type PickerField = 'campaign' | 'channel' | 'pixels';

const kinds = { campaign: 'add-campaign', channel: 'add-channel', pixels: 'add-pixel' } as const;

/** "Create …" in a picker: at once where a name is enough. */
export function create(model: PopupModel, field: PickerField, name: string): void {
  // Under another name, what was typed stays.
  if (field === 'pixels') newPixel.value = { type: '', tag: '', ...newPixel.peek(), name };
  else void add(model, { kind: kinds[field], name });
}

export function isCreating({ adding }: PopupModel, field: PickerField): boolean {
  return [...adding.value.values()].some(({ kind }) => kind === kinds[field]);
}

export async function add({ adding, deps, page }: PopupModel, addition: Addition): Promise<void> {
  const ask: CreateRecordCommand = { ...addition, id: deps.newId(), at: deps.now(), private: page.private };
  adding.value = new Map(adding.peek()).set(ask.id, ask);
  await deps.submit(ask).catch(() => forget(adding, ask.id));
}

/** Chooses what was added as soon as the stored view has it. */
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
    for (const [id, ask] of adding.value) {
      const choice = added(ask);
      const ended = view.value.jobs.find((job) => job.id === id);
      if (choice !== undefined) choose(ask, choice);
      if (choice !== undefined || ended?.state === 'refused' || ended?.state === 'cancelled')
        forget(adding, id);
    }
  });
}

function forget(adding: PopupModel['adding'], id: string): void {
  adding.value = new Map([...adding.peek()].filter(([other]) => other !== id));
}
