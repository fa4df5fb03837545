/**
 * Creates campaigns, channels and pixels from a picker: submitted like a link, shown as chosen at once, and put into the
 * draft when the view has their ids. Loads with the first record.
 */
import { effect } from '@preact/signals';
import type { CreateRecordCommand } from '../../../lib/outbox/commands.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import { failureOf } from '../../../lib/messages/client.ts';
import { isNameTooLong } from '../../../lib/text/name-length.ts';
import { findActiveAddition } from '../../../components/job-facts.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { PopupView } from '../../../lib/views/popup-view.ts';
import type { PopupModel } from '../model.ts';
import type { NewPixel } from './nested-forms.ts';
import type { FailedRecord, PickerField, RecordPickers, RecordToAdd } from './record-pickers.ts';

/** The record to add, as a command without id and time. */
type Addition =
  | { readonly kind: 'add-campaign' | 'add-channel'; readonly name: string }
  | ({ readonly kind: 'add-pixel' } & NewPixel);

/** In ms: by then, the background has made a job of a command that was stored right before the popup closed. */
export const acceptedAfterMs = 60_000;

const pickerFields = ['campaign', 'channel', 'pixels'] as const;
const kinds = { campaign: 'add-campaign', channel: 'add-channel', pixels: 'add-pixel' } as const;

/** "Create …" in a picker: without a form if a name is enough. */
export function create(model: PopupModel, field: PickerField, name: string): void {
  // A form that is open already gets the new name and stays filled.
  const { newPixel } = model.nestedForms;
  const pixel = { type: '', tag: '', ...newPixel.peek(), name };
  if (field !== 'pixels') void add(model, { kind: kinds[field], name });
  // The name is too long in any case, so type and tag are not asked for.
  else if (isNameTooLong(name)) void add(model, { kind: kinds[field], ...pixel });
  else newPixel.value = pixel;
}

const pendingOf = ({ adding }: PopupModel, field: PickerField): RecordToAdd[] =>
  [...adding.value.values()].filter(({ kind, failure }) => kind === kinds[field] && failure === undefined);

const recordPickers = (model: PopupModel): RecordPickers => ({
  isCreating: (field) => pendingOf(model, field).length > 0,

  awaited: () =>
    pickerFields.flatMap((field) => pendingOf(model, field).map(({ id, name }) => ({ field, id, name }))),

  /** A record that is being created is shown under its job's id. */
  shownAssignment() {
    const { campaign, channel, pixels } = model.form.draft.value;
    return {
      campaign: pendingOf(model, 'campaign')[0] ?? campaign,
      channel: pendingOf(model, 'channel')[0] ?? channel,
      pixels: [...pixels, ...pendingOf(model, 'pixels')],
    };
  },

  /** A record that is no longer chosen is created nevertheless. */
  changeAssignment(fields) {
    const { adding, form } = model;
    const chosen = new Set(
      Object.values(fields)
        .flat()
        .map((option) => option?.id),
    );
    for (const field of pickerFields)
      if (fields[field] !== undefined)
        for (const { id } of pendingOf(model, field)) if (!chosen.has(id)) forget(adding, id);
    const { pixels } = fields;
    form.change(pixels ? { pixels: pixels.filter(({ id }) => !adding.peek().has(id)) } : fields);
  },
});

export async function add(model: PopupModel, addition: Addition): Promise<void> {
  const { deps, page, view } = model;
  const command = { ...addition, id: deps.newId(), at: deps.now(), private: page.private };
  const active = findActiveAddition(view.peek().jobs, addition.kind, addition.name);
  if (active === undefined) return submit(model, command);
  showInPickers(model);
  show(model, { ...command, id: active.id, at: active.at, name: active.subject });
}

/** The first time, the pickers begin to show what is being added. */
function showInPickers(model: PopupModel): void {
  if (model.recordPickers.peek() !== null) return;
  model.recordPickers.value = recordPickers(model);
  chooseAdded(model);
}

/** Records that were submitted from this form before the popup was closed. What was added since then stays. */
export function restoreAdding(model: PopupModel, records: readonly RecordToAdd[]): void {
  const { adding } = model;
  adding.value = new Map([...records.map((record) => [record.id, record] as const), ...adding.peek()]);
  showInPickers(model);
}

async function submit(model: PopupModel, command: CreateRecordCommand): Promise<void> {
  showInPickers(model);
  if (isNameTooLong(command.name)) {
    show(model, { ...command, failure: 'long-name' });
    return;
  }
  show(model, command);
  const submitted = model.deps.submit(command);
  await submitted.catch((error: unknown) => show(model, { ...command, failure: failureOf(error) }));
}

function show({ adding }: PopupModel, record: RecordToAdd): void {
  // In place of the message of an earlier attempt, or of another choice where there can be only one.
  const others = [...adding.peek()].filter(
    ([, { kind, name, failure }]) =>
      kind !== record.kind || (failure === undefined ? kind === 'add-pixel' : name !== record.name),
  );
  adding.value = new Map(others).set(record.id, record);
}

/** Under the same id: should the first attempt have become a job after all, no second record is added. */
export function retry(model: PopupModel, record: FailedRecord): Promise<void> {
  const { failure: _failure, ...command } = record;
  return submit(model, command);
}

export const dismiss = ({ adding }: PopupModel, { id }: FailedRecord): void => forget(adding, id);

/** The picker's options. */
export const listOf = (
  { kind }: Pick<CreateRecordCommand, 'kind'>,
  { campaigns, channels, pixels }: PopupView,
): readonly PickerOption[] =>
  kind === 'add-campaign' ? campaigns : kind === 'add-channel' ? channels : pixels;

/** Chooses an added record as soon as the stored view has it. */
function chooseAdded(model: PopupModel): () => void {
  const { adding, deps, form, job, view } = model;

  function added(command: CreateRecordCommand, job: JobView | undefined): PickerOption | undefined {
    const list = listOf(command, view.value);
    const id = job?.result?.id ?? null;
    if (id !== null) return list.find((choice) => choice.id === id);
    const isInProgress = job ? job.endedAt === null : deps.now() - command.at < acceptedAfterMs;
    // A pixel of the same name is another one.
    if (command.kind === 'add-pixel' && isInProgress) return undefined;
    return list.find(({ name }) => name === command.name);
  }

  function choose({ kind }: CreateRecordCommand, choice: PickerOption): void {
    // The link that waited for it is created: no draft is left that it belongs to.
    if (job.peek()?.state === 'done') return;
    if (kind === 'add-campaign') form.change({ campaign: choice });
    else if (kind === 'add-channel') form.change({ channel: choice });
    else form.change({ pixels: [...form.draft.peek().pixels.filter(({ id }) => id !== choice.id), choice] });
  }

  return effect(() => {
    for (const [id, command] of adding.value) {
      const created = view.value.jobs.find((one) => one.id === id);
      const choice = added(command, created);
      // After a failure the user may have chosen another one: the message goes, as the record has been added nevertheless.
      if (choice !== undefined && command.failure === undefined) choose(command, choice);
      const isLost = created?.state === 'refused' || created?.state === 'cancelled';
      if (choice !== undefined || isLost) forget(adding, id);
    }
  });
}

function forget(adding: PopupModel['adding'], id: string): void {
  adding.value = new Map([...adding.peek()].filter(([other]) => other !== id));
}
