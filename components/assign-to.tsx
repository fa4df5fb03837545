/** "File under…": puts a link that is there into a campaign, a channel, or both, and tells what came of each. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AssignCommand } from '../lib/outbox/commands.ts';
import type { BlockReasonView, JobView } from '../lib/views/job-view.ts';
import type { PickerOption } from '../lib/draft/draft.ts';
import { describeFailure } from '../lib/i18n/describe-failure.ts';
import { isJobActive, describeActiveJob } from '../lib/i18n/describe-job.ts';
import { t } from '../lib/i18n/t.ts';
import { Combobox } from './combobox/combobox.tsx';
import type { ListboxBehavior } from './combobox/types.ts';

export interface AssignDeps {
  readonly behaviour: ListboxBehavior;
  readonly lists: () => {
    readonly campaigns: readonly PickerOption[];
    readonly channels: readonly PickerOption[];
  };
  /** Read while it is drawn, so that it follows. */
  readonly standing: () => { readonly jobs: readonly JobView[]; readonly paused: BlockReasonView | null };
  readonly now: () => number;
  readonly newId: () => string;
  /** Resolves with how it ended. @throws when it could not even be written down */
  readonly file: (ask: Pick<AssignCommand, 'id' | 'kind' | 'to'>) => Promise<Pick<JobView, 'state'>>;
}

interface Filed {
  readonly id: string;
  readonly to: string;
  readonly state: JobView['state'] | 'not-stored' | null;
}

const kinds = { campaign: 'assign-campaign', channel: 'assign-channel' } as const;
const fields = ['campaign', 'channel'] as const;
const none = { campaign: null, channel: null } satisfies Record<(typeof fields)[number], PickerOption | null>;

/** Tells the fields of several panels apart. */
let panels = 0;

export function AssignTo({ filing }: { readonly filing: AssignDeps }) {
  const [chosen, setChosen] = useState<Record<(typeof fields)[number], PickerOption | null>>(none);
  const [filed, setFiled] = useState<readonly Filed[]>([]);
  const [hint, setHint] = useState('');
  const [panel] = useState(() => `file-${++panels}`);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  const lists = filing.lists();
  const { jobs, paused } = filing.standing();

  function file(): void {
    const wanted = fields.flatMap((field) => {
      const to = chosen[field];
      return to === null ? [] : [{ id: filing.newId(), kind: kinds[field], to }];
    });
    setHint(wanted.length === 0 ? t('fileNothing') : '');
    setChosen(none);
    const asked = wanted.map(({ id, to }) => ({ id, to: to.name, state: null }));
    setFiled((before) => [...before, ...asked]);
    for (const ask of wanted) {
      const end = (state: Filed['state']) =>
        setFiled((all) => all.map((one) => (one.id === ask.id ? { ...one, state } : one)));
      filing.file(ask).then(
        ({ state }) => end(state),
        () => end('not-stored'),
      );
    }
  }

  return (
    <div ref={place} role="group" aria-label={t('fileUnder')} class="filing">
      {fields.map((field) => (
        <Combobox
          key={field}
          id={`${panel}-${field}`}
          label={t(field)}
          options={lists[`${field}s`]}
          chosen={[chosen[field] ?? []].flat()}
          onChange={([picked = null]) => setChosen((before) => ({ ...before, [field]: picked }))}
          behaviour={filing.behaviour}
        />
      ))}
      <p class="acts">
        <button type="button" onClick={file}>
          {t('fileIt')}
        </button>
      </p>
      <div role="status" class="told">
        {hint}
        {filed.map((one) => (
          <p key={one.id}>
            <bdi>{tell(one, { job: jobs.find(({ id }) => id === one.id), paused, now: filing.now() })}</bdi>
          </p>
        ))}
      </div>
    </div>
  );
}

function tell(
  { to, state }: Filed,
  {
    job,
    paused,
    now,
  }: { readonly job: JobView | undefined; readonly paused: BlockReasonView | null; readonly now: number },
): string {
  if (state === 'done' || job?.state === 'done') return t('filedUnder', to);
  if (state === 'not-stored') return t('fileNotStored');
  if (state === 'cancelled' || job?.state === 'cancelled') return t('fileWaiting', to, t('cancelled'));
  if (job?.failure) return t('fileRefused', to, describeFailure(job.failure, now).sentence);
  if (state === 'refused') return t('fileWaiting', to, t('refusedFile'));
  return t('fileWaiting', to, job && isJobActive(job) ? describeActiveJob(job, paused, now) : t('filing'));
}
