/**
 * A room of one of the account's lists: what stands in it, what is being added, changed and deleted, and what came of
 * that. What is the same in all of them; how they differ is told by a `RecordSectionConfig`.
 */
import { effect, signal } from '@preact/signals';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import type { JobResult } from '../../../lib/outbox/job-result.ts';
import { toId, type Id } from '../../../lib/api/coerce.ts';
import { isJobActive } from '../../../lib/i18n/describe-job.ts';
import type { CommandBody, SectionDeps } from '../section-deps.ts';
import { createPendingCommands, type PendingCommand } from './pending-commands.ts';
import { createRecordList, type RecordListConfig, type RecordOf } from './record-list.ts';
import { validateForm, type FieldSpec, type FormValues } from './form-fields.ts';
import { createForms, type StoredForm } from './form-state.ts';
import type { DraftStore } from './draft-store.ts';

/** The place of the form that adds a record. */
export const newRecordKey = 'new';

/** How a record is added. */
export interface Adding<Name extends CollectionName> {
  readonly fields: () => readonly FieldSpec[];
  readonly values: () => FormValues;
  readonly command: (values: FormValues) => CommandBody;
  /** As it will stand in the list. */
  readonly record: (id: Id, values: FormValues) => RecordOf<Name>;
}

/** How one is changed. */
export interface Editing<Name extends CollectionName> {
  readonly fields: (record: RecordOf<Name>) => readonly FieldSpec[];
  readonly values: (record: RecordOf<Name>) => FormValues;
  /** `null` when nothing was changed. */
  readonly command: (record: RecordOf<Name>, values: FormValues) => CommandBody | null;
  readonly patch: (record: RecordOf<Name>, values: FormValues) => Partial<RecordOf<Name>>;
}

/** How many go with it; at least so many where it is not `exact`. */
export interface AffectedCount {
  readonly count: number;
  readonly exact: boolean;
}

export interface Deleting<Name extends CollectionName> {
  readonly command: (record: RecordOf<Name>) => CommandBody;
  /** Calls back with better and better knowledge. */
  readonly countAffected: (
    record: RecordOf<Name>,
    tell: (consequence: AffectedCount) => void,
    signal: AbortSignal,
  ) => Promise<void>;
}

export interface RecordSectionConfig<Name extends CollectionName> extends RecordListConfig<Name> {
  readonly adding?: Adding<Name>;
  readonly editing?: Editing<Name>;
  readonly deleting?: Deleting<Name>;
}

/** What came of the last act, told once. */
export type SectionNotice =
  | { readonly name: 'added' | 'saved' | 'deleted'; readonly what: string }
  | { readonly name: 'copied' | 'copy-failed'; readonly what: string };

interface Question {
  readonly id: string;
  /** `null` until something is known. */
  readonly consequence: AffectedCount | null;
}

export interface RecordSectionDeps {
  readonly drafts: DraftStore<StoredForm>;
  readonly newId: () => string;
}

/** How long an ask may be on its way into the background's view, in ms. */
const maxDeliveryMs = 30_000;

export type RecordSectionModel<Name extends CollectionName> = ReturnType<
  typeof createRecordSectionModel<Name>
>;

export function createRecordSectionModel<Name extends CollectionName>(
  deps: SectionDeps,
  config: RecordSectionConfig<Name>,
  { drafts, newId }: RecordSectionDeps,
) {
  const list = createRecordList(deps, config);
  const commands = createPendingCommands(deps, newId);
  const forms = createForms(drafts);
  const deletion = signal<Question | null>(null);
  const notice = signal<SectionNotice | null>(null);
  /** The id of what was added last. */
  const lastAdded = signal<string | null>(null);
  /** Begun by an earlier opening of the page: the background's view tells how they end. */
  const before = new Map<string, string>();
  let weighing = new AbortController();

  const recordOf = (id: string) => list.records.peek()?.find((record) => record.id === id) ?? null;
  const nameOf = (record: RecordOf<Name>) => config.nameOf(record);

  function fieldsOf(place: string): readonly FieldSpec[] {
    if (place === newRecordKey) return config.adding?.fields() ?? [];
    const record = recordOf(place);
    return (record && config.editing?.fields(record)) ?? [];
  }

  function added(values: FormValues, made: JobResult | null): void {
    const id = toId(made?.id);
    if (config.adding === undefined) return;
    if (id !== null) {
      const record = config.adding.record(id, values);
      list.add(record);
      lastAdded.value = id;
      notice.value = { name: 'added', what: nameOf(record) };
    } else {
      // Some services don't tell the id of what they made: the list will.
      notice.value = { name: 'added', what: '' };
    }
  }

  function saved(record: RecordOf<Name> | null, values: FormValues): void {
    if (record === null || config.editing === undefined) return;
    list.update(record.id, config.editing.patch(record, values));
    notice.value = { name: 'saved', what: nameOf(recordOf(record.id) ?? record) };
  }

  /** What a form has asked for has been done. */
  function finish(place: string, values: FormValues, made: JobResult | null): void {
    forms.close(place);
    // What the service alone knows: the addresses that it made, the spelling that it chose.
    deps.sync(false);
    if (place === newRecordKey) added(values, made);
    else saved(recordOf(place), values);
  }

  async function run(place: string, act: PendingCommand['act'], ask: CommandBody) {
    notice.value = null;
    return commands.run(place, act, ask);
  }

  async function send(
    place: string,
    act: 'add' | 'update',
    ask: CommandBody,
    values: FormValues,
  ): Promise<void> {
    notice.value = null;
    const end = await commands.run(place, act, ask, (id) => forms.markSent(place, id, deps.now()));
    if (end.ok) finish(place, values, end.made);
    // Closed meanwhile, it comes back: what was typed is not to be typed again.
    else if (forms.peek(place) === null) forms.open(place, values);
    else forms.reopen(place);
  }

  /** Of what an earlier opening of the page has sent. */
  function follow(place: string, id: string): void {
    const job = deps.view.peek()?.jobs.find((one) => one.id === id);
    const act = place === newRecordKey ? 'add' : 'update';
    const fail = (failure: PendingCommand['failure'], state: PendingCommand['state'] = 'failed') => {
      before.delete(place);
      forms.reopen(place);
      commands.show(place, { id, act, state, failure });
    };
    if (job?.state === 'done') {
      before.delete(place);
      commands.dismiss(place);
      finish(place, forms.peek(place)?.values ?? {}, job.made);
    } else if (job?.state === 'refused' || job?.state === 'cancelled') fail(job.failure);
    else if (job === undefined && deps.now() - (forms.peek(place)?.askedAt ?? 0) > maxDeliveryMs)
      fail(null, 'gone');
    else if (!commands.isPending(place)) commands.show(place, { id, act, state: 'going', failure: null });
  }

  async function restore(): Promise<void> {
    // Where nothing can be read, nothing was typed either.
    const sent = await forms.restore().catch(() => []);
    for (const [place, { asking }] of sent) {
      if (asking === null) continue;
      before.set(place, asking);
      follow(place, asking);
    }
  }

  function confirmDelete(id: string): void {
    weighing.abort();
    const record = recordOf(id);
    if (record === null || config.deleting === undefined) return;
    weighing = new AbortController();
    const { signal } = weighing;
    commands.dismiss(id);
    deletion.value = { id, consequence: null };
    config.deleting
      .countAffected(
        record,
        (consequence) => {
          if (!signal.aborted && deletion.peek()?.id === id) deletion.value = { id, consequence };
        },
        signal,
      )
      // Then it is told without a number.
      .catch(() => undefined);
  }

  function cancelDelete(): void {
    weighing.abort();
    deletion.value = null;
  }

  return {
    deps,
    config,
    list,
    commands,
    forms,
    deletion,
    notice,
    lastAdded,

    /** @returns leaves it */
    open(): () => void {
      const leave = list.open();
      void restore();
      const stop = effect(() => {
        void deps.view.value;
        for (const [place, id] of before) follow(place, id);
      });
      return () => {
        leave();
        stop();
        weighing.abort();
      };
    },

    /** Time has passed: what never turned up is told. */
    tick(): void {
      for (const [place, id] of before) follow(place, id);
    },

    add: (): void => forms.open(newRecordKey, config.adding?.values() ?? {}),
    edit(id: string): void {
      const record = recordOf(id);
      if (record === null || config.editing === undefined) return;
      commands.dismiss(id);
      forms.open(id, config.editing.values(record));
    },

    /** Puts away what is typed; what has been sent goes on. */
    closeForm(place: string): void {
      forms.close(place);
      before.delete(place);
      if (!commands.isPending(place)) commands.dismiss(place);
    },

    fieldsOf,

    /** @returns the name of the first field that has to be mended; `null` when it was sent */
    submit(place: string): string | null {
      const state = forms.peek(place);
      if (state === null || state.asking !== null || commands.isPending(place)) return null;
      const [wrong] = validateForm(fieldsOf(place), state.values).keys();
      if (wrong !== undefined) {
        forms.showErrors(place);
        return wrong;
      }
      if (place === newRecordKey) {
        if (config.adding) void send(place, 'add', config.adding.command(state.values), state.values);
        return null;
      }
      const record = recordOf(place);
      const ask = record && config.editing?.command(record, state.values);
      if (ask) void send(place, 'update', ask, state.values);
      // Nothing to be sent.
      else this.closeForm(place);
      return null;
    },

    /** A change without a form. */
    async patch(id: string, act: 'star', ask: CommandBody, fields: Partial<RecordOf<Name>>): Promise<void> {
      if (commands.isPending(id)) return;
      const end = await run(id, act, ask);
      if (!end.ok) return;
      list.update(id, fields);
      const record = recordOf(id);
      if (record !== null) notice.value = { name: 'saved', what: nameOf(record) };
    },

    confirmDelete,
    cancelDelete,

    async remove(id: string): Promise<void> {
      cancelDelete();
      const record = recordOf(id);
      if (record === null || config.deleting === undefined || commands.isPending(id)) return;
      const end = await run(id, 'delete', config.deleting.command(record));
      if (!end.ok) return;
      forms.close(id);
      list.remove(id);
      notice.value = { name: 'deleted', what: nameOf(record) };
    },

    async copy(text: string): Promise<void> {
      notice.value = { name: (await deps.copy(text)) ? 'copied' : 'copy-failed', what: text };
    },

    /** The job of an attempt as the background tells of it; `null` when it does not, or not any more. */
    jobOf({ id }: PendingCommand) {
      const job = deps.view.value?.jobs.find((one) => one.id === id);
      return job && isJobActive(job) ? job : null;
    },
  };
}
