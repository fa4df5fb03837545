/**
 * "Add to campaign or channel…": assigns an existing link to either or both, and reports the result of each. A name that
 * the account lacks is created first.
 */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Failure } from '../lib/api/failure.ts';
import type { AssignCommand } from '../lib/outbox/commands.ts';
import type { BlockReasonView, JobView } from '../lib/views/job-view.ts';
import type { PickerOption } from '../lib/draft/draft.ts';
import { describeFailure } from '../lib/i18n/describe-failure.ts';
import { isJobActive, describeActiveJob } from '../lib/i18n/describe-job.ts';
import { formatCount } from '../lib/i18n/plural.ts';
import { t } from '../lib/i18n/t.ts';
import { isolate } from '../lib/text/isolate.ts';
import { isNameTooLong, maxNameLength } from '../lib/text/name-length.ts';
import { AssignmentFields } from './assignment-fields.tsx';
import { Button } from './button.tsx';
import { focusUnmatchedText } from './combobox/focus-unmatched-text.ts';
import { findActiveAddition } from './job-facts.ts';
import type { Assignment } from './lazy-assignment-fields.tsx';
import { onEnter } from './on-enter.ts';

/** The jobs of the account, and the reason why none is sent. */
interface AssignStatus {
  readonly jobs: readonly JobView[];
  readonly blockReason: BlockReasonView | null;
}

export interface AssignDeps {
  readonly lists: () => {
    readonly campaigns: readonly PickerOption[];
    readonly channels: readonly PickerOption[];
  };
  /** The campaign that the link is in, where that is known. */
  readonly campaign?: PickerOption | undefined;
  /** Follows it until it is known. @returns unsubscribes */
  readonly followCampaign: (onFound: (campaign: PickerOption) => void) => () => void;
  /** Read during the render, which follows its signals. */
  readonly status: () => AssignStatus;
  readonly now: () => number;
  readonly newId: () => string;
  /** Resolves with the record's id; `null` as long as it is not created. @throws as `submit` */
  readonly create: (record: {
    readonly id: string;
    readonly kind: 'add-campaign' | 'add-channel';
    readonly name: string;
  }) => Promise<string | null>;
  /** Resolves with the result. @throws when the command could not be submitted: with its failure, or it is a bug */
  readonly submit: (
    command: Pick<AssignCommand, 'id' | 'kind' | 'to' | 'awaits'>,
  ) => Promise<Pick<JobView, 'state'>>;
}

interface AssignResult {
  readonly id: string;
  readonly to: string;
  /** The name of the campaign that the link was in, where it is moved. */
  readonly from: string | null;
  readonly state: JobView['state'] | null;
  /** The job that creates `to`. */
  readonly recordJob: string | null;
  /** It could not be submitted, so no job shows the reason. */
  readonly failure?: Failure;
}

const kinds = { campaign: 'assign-campaign', channel: 'assign-channel' } as const;
const createKinds = { campaign: 'add-campaign', channel: 'add-channel' } as const;
const fields = ['campaign', 'channel'] as const;
const nothing: Pick<Assignment, (typeof fields)[number]> = { campaign: null, channel: null };

interface ToSubmit {
  readonly field: (typeof fields)[number];
  readonly to: PickerOption;
}

/** The id of a record that is yet to be created. */
const noId = '';

/** Submits the commands, stores their results, and tracks the link's campaign. */
function useAssignments(deps: AssignDeps) {
  const [current, setCurrent] = useState(deps.campaign ?? null);
  const [results, setResults] = useState<readonly AssignResult[]>([]);
  // What is assigned here is known before the mirror has it.
  const isKnown = current !== null;
  useEffect(() => (isKnown ? undefined : deps.followCampaign(setCurrent)), [isKnown]);

  function setResult(id: string, change: Partial<AssignResult>): void {
    setResults((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)));
  }

  function submitOne({ field, to }: ToSubmit): void {
    const id = deps.newId();
    const isMove = field === 'campaign' && current !== null && current.id !== to.id;
    const { name } = to;
    const isNew = to.id === noId;
    const active = isNew ? findActiveAddition(deps.status().jobs, createKinds[field], name) : undefined;
    const recordJob = isNew ? (active?.id ?? deps.newId()) : null;
    const result: AssignResult = { id, to: name, from: isMove ? current.name : null, state: null, recordJob };
    setResults((before) => [...before, result]);
    const assign = async (): Promise<void> => {
      const awaits = recordJob !== null && { awaits: [{ field, id: recordJob, name }] };
      // Both at once: the page may be closed before the record exists. Where only the record can't be stored, the assignment
      // fails in Activity, too.
      const [createdId, { state }] = await Promise.all([
        recordJob === null || active ? null : deps.create({ id: recordJob, kind: createKinds[field], name }),
        deps.submit({ id, kind: kinds[field], to, ...awaits }),
      ]);
      setResult(id, { state });
      if (state !== 'done' || field !== 'campaign') return;
      const addition = deps.status().jobs.find((job) => job.id === recordJob);
      setCurrent({ id: createdId ?? addition?.result?.id ?? to.id, name });
    };
    assign().catch(({ failure = { kind: 'internal' } }: { readonly failure?: Failure }) =>
      setResult(id, { failure }),
    );
  }

  /** Earlier results don't belong to the next choice. */
  const dropEnded = () => {
    const { jobs } = deps.status();
    setResults((all) => all.filter((one) => one.failure === undefined && !isDone(one, jobs)));
  };

  return { current, results, submitOne, dropEnded };
}

export function AssignTo({ deps }: { readonly deps: AssignDeps }) {
  const [chosen, setChosen] = useState(nothing);
  const { current, results, submitOne, dropEnded } = useAssignments(deps);
  const [hint, setHint] = useState('');
  const choose = (changed: Partial<Assignment>): void => {
    setHint('');
    dropEnded();
    setChosen((before) => ({ ...before, ...changed }));
  };
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector('input')?.focus(), []);

  const create = (field: (typeof fields)[number], name: string): void => {
    if (isNameTooLong(name)) setHint(formatCount('problemLongName', maxNameLength));
    else choose({ [field]: { id: noId, name } });
  };

  function assign(): void {
    if (focusUnmatchedText(panel.current)) return;
    const wanted = fields.flatMap((field) => {
      const to = chosen[field];
      return to === null ? [] : [{ field, to }];
    });
    setHint(wanted.length === 0 ? t('addToNothingChosen') : '');
    setChosen(nothing);
    for (const one of wanted) submitOne(one);
  }

  return (
    <div ref={panel} role="group" aria-label={t('addTo')} class="assign-to" onKeyDown={onEnter(assign)}>
      <div class="properties">
        <AssignmentFields
          prefix={`${panelId}-`}
          fields={fields}
          lists={deps.lists()}
          // Submits only what is chosen here: the current campaign is only shown, and can't be removed.
          chosen={{ ...chosen, campaign: chosen.campaign ?? current }}
          onChange={choose}
          creation={(field) => ({
            onCreate: (name) => create(field, name),
            clearable: chosen[field] !== null,
          })}
        />
      </div>
      {current !== null && <p class="hint">{t('addToMoves', isolate(current.name))}</p>}
      <p class="acts">
        <Button text={t('add')} onClick={assign} />
      </p>
      <div role="status" class="notice">
        {hint}
        <Results results={results} deps={deps} />
      </div>
    </div>
  );
}

function Results({
  results,
  deps,
}: {
  readonly results: readonly AssignResult[];
  readonly deps: AssignDeps;
}) {
  return results.map((result) => (
    <p key={result.id}>
      <bdi>{describeResult(result, deps.status(), deps.now())}</bdi>
    </p>
  ));
}

const isDone = ({ id, state }: Pick<AssignResult, 'id' | 'state'>, jobs: AssignStatus['jobs']): boolean =>
  state === 'done' || jobs.some((job) => job.id === id && job.state === 'done');

function describeResult(
  { id, to, from, state, recordJob, failure }: AssignResult,
  { jobs, blockReason }: AssignStatus,
  now: number,
): string {
  const job = jobs.find((one) => one.id === id);
  if (isDone({ id, state }, jobs)) return from === null ? t('addedTo', to) : t('movedTo', from, to);
  if (failure?.kind === 'not-stored') return t('addToNotSaved');
  if (state === 'cancelled' || job?.state === 'cancelled') return t('addToStatus', to, t('canceled'));
  const reason = failure ?? jobs.find((one) => one.id === recordJob)?.failure ?? job?.failure;
  if (reason) return t('addToFailed', to, describeFailure(reason, now).sentence);
  if (state === 'refused') return t('addToStatus', to, t('failed'));
  // Without the time: this live region would be read out every second.
  const untimed = job && isJobActive(job) ? { ...job, goesAt: null } : null;
  return t('addToStatus', to, untimed ? describeActiveJob(untimed, blockReason, now) : t('addingTo'));
}
