/** The link form as a person meets it in a tab: the popup's own parts, all unfolded. */
import { computed, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';
import type { Deferred } from '../popup/deps.ts';
import type * as moreOptions from '../popup/form/more-options.tsx';
import { PresetSlot } from '../popup/presets/preset-slot.tsx';
import { Pickers, type PickersProps } from '../popup/form/pickers.tsx';
import type { LoadedPlacements } from './load-placements.tsx';

export interface LinkProps extends PickersProps {
  readonly rest: Deferred;
  /** `null` until it has loaded. */
  readonly places?: ReadonlySignal<LoadedPlacements | null>;
}

export function Link({ model, later, rest, places }: LinkProps) {
  const deferred = later.value;
  const several = places?.value;
  const others = useMemo(() => withoutPlaces(model, several), [several]);
  const { connected } = model.view.value;
  return (
    <>
      <header>
        <h1>
          <img src="/icon/48.png" width="32" height="32" alt="" /> {t('newLink')}
        </h1>
        <button type="button" onClick={() => void rest(async ({ openSettings }) => openSettings())}>
          {t('settings')}
        </button>
      </header>
      <main>
        {connected || model.job.value ? (
          <LinkForm model={model} later={later} />
        ) : (
          deferred && <deferred.NotConnected />
        )}
        {connected && (model.editable.value || several?.model.batch.value) && several?.section}
        {connected && deferred && <deferred.Notices model={others} />}
      </main>
    </>
  );
}

/** What the table of places tells is not told twice. */
function withoutPlaces(
  model: LinkProps['model'],
  several: LoadedPlacements | null | undefined,
): LinkProps['model'] {
  if (!several) return model;
  const { batch } = several.model;
  const view = computed(() => {
    const mine = new Set(batch.value?.asked.map(({ id }) => id));
    const all = model.view.value;
    return mine.size === 0 ? all : { ...all, jobs: all.jobs.filter(({ id }) => !mine.has(id)) };
  });
  return { ...model, view };
}

function LinkForm({ model, later }: PickersProps) {
  const { form, job, editable, hasBlockingError } = model;
  const deferred = later.value;
  const [options, setOptions] = useState<typeof moreOptions | null>(null);
  useEffect(() => {
    // After the rest, whose style it shares.
    if (deferred) void import('../popup/form/more-options.tsx').then(setOptions);
  }, [deferred]);
  const ending = job.value && deferred && <deferred.JobStatus model={model} job={job.value} />;
  if (!editable.value) return ending;
  const { title } = form.draft.value;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void model.shorten();
      }}
    >
      {title !== '' && (
        <h2>
          <bdi>{title}</bdi>
        </h2>
      )}
      <Address model={model} />
      <PresetSlot model={model} />
      <Pickers model={model} later={later} />
      {deferred && <deferred.PasswordNote model={model} />}
      {options && deferred && <options.MoreOptions model={model} look={deferred.pageMetadata} />}
      <button class="main" disabled={!form.readable.value.ok || hasBlockingError.value}>
        {t('shorten')}
      </button>
      {deferred && <deferred.BlockingErrorNote model={model} />}
      {deferred && <deferred.ParameterNote model={model} />}
      {deferred && <deferred.UrlWarningsLoader model={model} />}
      {ending}
    </form>
  );
}

function Address({ model }: Pick<PickersProps, 'model'>) {
  const { form } = model;
  const { address } = form.draft.value;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (address === '') field.current?.focus();
  }, []);
  const read = form.readable.value;
  const wrong = !read.ok && read.problem !== 'empty';
  return (
    <div class="address-field">
      <label for="address">{t('addressToShorten')}</label>
      <input
        id="address"
        ref={field}
        dir="ltr"
        inputMode="url"
        autocomplete="off"
        spellcheck={false}
        value={address}
        aria-invalid={wrong}
        aria-describedby="address-problem"
        onInput={(event) => form.change({ address: event.currentTarget.value })}
      />
      <p id="address-problem" class="problem" aria-live="polite">
        {wrong && t(read.problem === 'not-web' ? 'addressNotWeb' : 'addressUnclear')}
      </p>
    </div>
  );
}
