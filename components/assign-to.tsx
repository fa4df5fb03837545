/** "File under…": puts a link that is there into a campaign, a channel, or both, and tells what came of each. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AssignAsk } from '../lib/outbox/job.ts';
import type { JobView, Pause } from '../lib/views/popup-view.ts';
import type { Choice } from '../lib/draft/draft.ts';
import { tellFailure } from '../lib/i18n/describe-failure.ts';
import { isUnderWay, tellUnderWay } from '../lib/i18n/describe-job.ts';
import { say } from '../lib/i18n/t.ts';
import { Picker } from './combobox/combobox.tsx';
import type { PickerBehaviour } from './combobox/types.ts';

export interface Filing {
  readonly behaviour: PickerBehaviour;
  readonly lists: () => { readonly campaigns: readonly Choice[]; readonly channels: readonly Choice[] };
  /** Read while it is drawn, so that it follows. */
  readonly standing: () => { readonly jobs: readonly JobView[]; readonly paused: Pause | null };
  readonly now: () => number;
  readonly newId: () => string;
  /** Resolves with how it ended. @throws when it could not even be written down */
  readonly file: (ask: Pick<AssignAsk, 'id' | 'kind' | 'to'>) => Promise<Pick<JobView, 'state'>>;
}

interface Filed {
  readonly id: string;
  readonly to: string;
  readonly state: JobView['state'] | 'not-stored' | null;
}

const kinds = { campaign: 'assign-campaign', channel: 'assign-channel' } as const;
const fields = ['campaign', 'channel'] as const;
const none = { campaign: null, channel: null } satisfies Record<(typeof fields)[number], Choice | null>;

/** Tells the fields of several panels apart. */
let panels = 0;

export function FileUnder({ filing }: { readonly filing: Filing }) {
  const [chosen, setChosen] = useState<Record<(typeof fields)[number], Choice | null>>(none);
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
    setHint(wanted.length === 0 ? say('fileNothing') : '');
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
    <div ref={place} role="group" aria-label={say('fileUnder')} class="filing">
      {fields.map((field) => (
        <Picker
          key={field}
          id={`${panel}-${field}`}
          label={say(field)}
          options={lists[`${field}s`]}
          chosen={[chosen[field] ?? []].flat()}
          onChange={([picked = null]) => setChosen((before) => ({ ...before, [field]: picked }))}
          behaviour={filing.behaviour}
        />
      ))}
      <p class="acts">
        <button type="button" onClick={file}>
          {say('fileIt')}
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
  }: { readonly job: JobView | undefined; readonly paused: Pause | null; readonly now: number },
): string {
  if (state === 'done' || job?.state === 'done') return say('filedUnder', to);
  if (state === 'not-stored') return say('fileNotStored');
  if (state === 'cancelled' || job?.state === 'cancelled') return say('fileWaiting', to, say('cancelled'));
  if (job?.failure) return say('fileRefused', to, tellFailure(job.failure, now).sentence);
  if (state === 'refused') return say('fileWaiting', to, say('refusedFile'));
  return say('fileWaiting', to, job && isUnderWay(job) ? tellUnderWay(job, paused, now) : say('filing'));
}
