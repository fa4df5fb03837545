/** Creates campaigns, channels and pixels from a picker: submitted like a link, and chosen once the view has them. */
import { effect } from '@preact/signals';
import type { CreateRecordCommand } from '../../../lib/outbox/commands.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import { failureOf } from '../../../lib/messages/client.ts';
import { isNameTooLong } from '../../../lib/text/name-length.ts';
import type { PopupModel, RecordToAdd } from '../model.ts';
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
  const pixel = { type: '', tag: '', ...newPixel.peek(), name };
  if (field !== 'pixels') void add(model, { kind: kinds[field], name });
  // No type and tag would help it.
  else if (isNameTooLong(name)) void add(model, { kind: kinds[field], ...pixel });
  else newPixel.value = pixel;
}

export function isCreating({ adding }: PopupModel, field: PickerField): boolean {
  return [...adding.value.values()].some(
    ({ kind, failure }) => kind === kinds[field] && failure === undefined,
  );
}

export function add(model: PopupModel, addition: Addition): Promise<void> {
  const { deps, page } = model;
  return submit(model, { ...addition, id: deps.newId(), at: deps.now(), private: page.private });
}

async function submit({ adding, deps }: PopupModel, command: CreateRecordCommand): Promise<void> {
  const show = (record: RecordToAdd) => {
    // In place of the message of an earlier attempt.
    const others = [...adding.peek()].filter(
      ([, { kind, name, failure }]) => failure === undefined || kind !== record.kind || name !== record.name,
    );
    adding.value = new Map(others).set(record.id, record);
  };
  if (isNameTooLong(command.name)) {
    show({ ...command, failure: 'long-name' });
    return;
  }
  show(command);
  await deps.submit(command).catch((error: unknown) => show({ ...command, failure: failureOf(error) }));
}

/** A record that could not be submitted. */
export type FailedRecord = RecordToAdd & Required<Pick<RecordToAdd, 'failure'>>;

export const failedRecords = ({ adding }: PopupModel): FailedRecord[] =>
  [...adding.value.values()].filter((record): record is FailedRecord => record.failure !== undefined);

/** Under the same id: should the first attempt have become a job after all, no second record is added. */
export function retry(model: PopupModel, record: FailedRecord): Promise<void> {
  const { failure: _failure, ...command } = record;
  return submit(model, command);
}

export const dismiss = ({ adding }: PopupModel, { id }: FailedRecord): void => forget(adding, id);

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
      // After a failure the user may have chosen another one: the message goes, as the record has been added nevertheless.
      if (choice !== undefined && command.failure === undefined) choose(command, choice);
      if (choice !== undefined || ended?.state === 'refused' || ended?.state === 'cancelled')
        forget(adding, id);
    }
  });
}

function forget(adding: PopupModel['adding'], id: string): void {
  adding.value = new Map([...adding.peek()].filter(([other]) => other !== id));
}
