/** Submits the forms that add and edit records, also those that were sent before the page was reloaded. */
import type { CollectionName } from '../../../lib/mirror/database.ts';
import type { JobResult } from '../../../lib/outbox/job-result.ts';
import { toId } from '../../../lib/api/ids.ts';
import type { CommandBody } from '../section-deps.ts';
import { formCommand } from './record-commands.ts';
import type { FormState } from './form-state.ts';
import { validateForm, type FormValues } from './form-fields.ts';
import type { PendingCommand } from './pending-commands.ts';
import { newRecordKey, type RecordOf } from './record-section-config.ts';
import type { RecordSectionState } from './record-section-state.ts';

/** Time until a command must have reached the background's view, in ms. */
const maxDeliveryMs = 30_000;

export function createRecordForms<Name extends CollectionName>(section: RecordSectionState<Name>) {
  const { config, commands, forms, notice, findRecord, fieldsOf } = section;
  const onDone = createFormCompletion(section);
  const earlier = createEarlierCommands(section, onDone);
  const send = createFormSender(section, onDone);

  function open(key: string, values: FormValues): void {
    notice.value = null;
    forms.open(key, values);
  }

  /** Closes the form; a command that has been sent continues. */
  function closeForm(key: string): void {
    if (forms.peek(key)?.asking && commands.isPending(key)) return forms.hide(key);
    forms.close(key);
    earlier.forget(key);
    if (!commands.isPending(key)) commands.dismiss(key);
  }

  function sendForm(key: string, { values, typed }: FormState): void {
    if (key === newRecordKey) {
      if (config.adding) void send(key, 'add', config.adding.command(values), values);
      return;
    }
    const record = findRecord(key);
    const changed = withTyped(record && config.changing?.values(record), values, typed);
    const command = record && formCommand(config, record, changed);
    if (command) void send(key, 'update', command, changed);
    // Nothing was changed.
    else closeForm(key);
  }

  return {
    closeForm,
    restore: earlier.restore,
    followEarlier: earlier.followAll,

    add: (): void => open(newRecordKey, {}),

    edit(id: string): void {
      const record = findRecord(id);
      if (record === null || config.changing === undefined || commands.isPending(id, 'delete')) return;
      if (forms.peek(id) === null) commands.dismiss(id);
      open(id, config.changing.values(record));
    },

    /** @returns the name of the first invalid field; `null` when the form was sent */
    submit(key: string): string | null {
      const form = forms.peek(key);
      if (form === null || form.asking !== null || commands.isPending(key)) return null;
      const [invalid] = validateForm(fieldsOf(key), form.values).keys();
      if (invalid !== undefined) {
        forms.showErrors(key);
        return invalid;
      }
      sendForm(key, form);
      return null;
    },
  };
}

/** The record may have changed since the form was opened: what the user has not changed there is left as it is now. */
function withTyped(
  current: FormValues | null | undefined,
  values: FormValues,
  typed: readonly string[] | undefined,
): FormValues {
  if (current == null || typed === undefined) return values;
  const own = Object.entries(values).filter(([name]) => typed.includes(name));
  return { ...current, ...Object.fromEntries(own) };
}

function createFormSender<Name extends CollectionName>(
  { deps, commands, forms, notice }: RecordSectionState<Name>,
  onDone: FormCompletion,
) {
  return async (
    key: string,
    act: 'add' | 'update',
    command: CommandBody,
    values: FormValues,
  ): Promise<void> => {
    notice.value = null;
    let sentAs = '';
    const outcome = await commands.run(key, act, command, (id) => {
      sentAs = id;
      return forms.markSent(key, id, deps.now());
    });
    if (outcome.ok) onDone(key, sentAs, values, outcome.result);
    // A form that was closed meanwhile opens again, so that nothing has to be typed again.
    else if (forms.peek(key) === null) forms.keep(key, values);
    else forms.reopen(key);
  };
}

type FormCompletion = (key: string, commandId: string, values: FormValues, result: JobResult | null) => void;

/** Shows the result of a form's command in the list. */
function createFormCompletion<Name extends CollectionName>({
  deps,
  config,
  list,
  forms,
  notice,
  lastAdded,
  findRecord,
}: RecordSectionState<Name>): FormCompletion {
  function onAdded(values: FormValues, result: JobResult | null): void {
    if (config.adding === undefined) return;
    const id = toId(result?.id);
    if (id === null) {
      // Some services don't answer with the id of a new record; the next sync of the list fetches it.
      notice.value = { name: 'added', what: '' };
      return;
    }
    const record = config.adding.record(id, values);
    list.add(record);
    lastAdded.value = id;
    notice.value = { name: 'added', what: config.nameOf(record) };
  }

  function onSaved(record: RecordOf<Name>, values: FormValues, typed: FormState['typed']): void {
    if (config.changing === undefined) return;
    const saved = withTyped(config.changing.values(record), values, typed);
    list.update(record.id, config.changing.patch(record, saved));
    notice.value = { name: 'saved', what: config.nameOf(findRecord(record.id) ?? record) };
  }

  return (key, commandId, values, result) => {
    const form = forms.peek(key);
    // Meanwhile the form may have been closed, and another one opened in its place.
    const isOpen = form?.asking === commandId;
    if (isOpen) forms.close(key);
    // Fetches what the service alone knows: the URLs that it created, its spelling of names.
    deps.sync();
    const record = findRecord(key);
    if (key === newRecordKey) onAdded(values, result);
    else if (record !== null) onSaved(record, values, isOpen ? form.typed : undefined);
  };
}

/** Follows commands that were sent before the page was reloaded: the background's view has their results. */
function createEarlierCommands<Name extends CollectionName>(
  { deps, commands, forms }: RecordSectionState<Name>,
  onDone: FormCompletion,
) {
  /** Command ids by form key. */
  const earlier = new Map<string, string>();

  function follow(key: string, id: string): void {
    const jobs = deps.view.peek()?.jobs;
    const job = jobs?.find((one) => one.id === id);
    const act = key === newRecordKey ? 'add' : 'update';
    const fail = (failure: PendingCommand['failure'], state: PendingCommand['state'] = 'failed') => {
      earlier.delete(key);
      forms.reopen(key);
      commands.show(key, { id, act, state, failure });
    };
    if (job?.state === 'done') {
      earlier.delete(key);
      commands.dismiss(key);
      onDone(key, id, forms.peek(key)?.values ?? {}, job.result);
    } else if (job?.state === 'refused' || job?.state === 'cancelled') fail(job.failure);
    // A time far ahead comes from a clock that was set back. After a restart of the browser there is no view at first.
    else if (
      jobs &&
      job === undefined &&
      Math.abs(deps.now() - (forms.peek(key)?.askedAt ?? 0)) > maxDeliveryMs
    )
      fail(null, 'unknown');
    else if (!commands.isPending(key)) commands.show(key, { id, act, state: 'pending', failure: null });
  }

  return {
    forget: (key: string): void => void earlier.delete(key),

    followAll(): void {
      for (const [key, id] of earlier) follow(key, id);
    },

    async restore(): Promise<void> {
      // Drafts that can't be read are as good as none.
      const sent = await forms.restore().catch(() => []);
      for (const [key, { asking }] of sent) {
        if (asking === null) continue;
        earlier.set(key, asking);
        follow(key, asking);
      }
    },
  };
}
