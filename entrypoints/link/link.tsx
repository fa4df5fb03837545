/** The link form in a tab: the popup's parts, all unfolded. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { CornerDownLeft, Info, List, Plus, Settings } from 'lucide';
import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { focusUnmatchedText } from '../../components/combobox/focus-unmatched-text.ts';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../lib/i18n/t.ts';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import type { SubmittedSet } from '../../lib/placements/placements.ts';
import { FullForm } from '../popup/form/full-form.tsx';
import { UrlInput } from '../popup/form/url-input.tsx';
import type { ModelProps, PopupModel } from '../popup/model.ts';
import type { PartProps, PopupParts } from '../popup/shell-parts.tsx';
import { SaveAsPreset } from '../popup/presets/save-as-preset.tsx';
import { LinkPreview } from './link-preview.tsx';

/** "Placements", in a chunk of its own (load-placements.tsx). */
export interface PlacementsPart {
  readonly submission: ReadonlySignal<SubmittedSet | null>;
  /** The placements that are typed. */
  readonly started: ReadonlySignal<readonly unknown[]>;
  readonly section: VNode | null;
}

/** Until it has loaded. */
export const noPlacements: PlacementsPart = { submission: signal(null), started: signal([]), section: null };

interface LinkProps extends ModelProps {
  readonly heading: ReadonlySignal<string>;
  /** The shell's at the first paint, and all of them once they have loaded. */
  readonly parts: ReadonlySignal<PopupParts>;
  readonly placements: ReadonlySignal<PlacementsPart>;
}

export function Link({ heading, model, parts: { value: parts }, placements }: LinkProps) {
  const { submission, started, section } = placements.value;
  const otherJobs = useMemo(() => withoutSubmission(model, submission), [model, submission]);
  const { connected } = model.view.value;
  return (
    <>
      <header>
        <h1>
          <img src="/icon/48.png" width="24" height="24" alt="" /> {heading.value}
        </h1>
        <p class="acts">
          <Button
            icon={List}
            mirrors
            text={t('manageLinks')}
            class="quiet"
            onClick={() => parts.openManage()}
          />
          <Button icon={Settings} text={t('settings')} class="quiet" onClick={() => parts.openSettings()} />
        </p>
      </header>
      <main>
        {connected || model.job.value ? (
          <LinkForm
            model={model}
            parts={parts}
            hasPlacements={submission.value !== null || started.value.length > 0}
            hasSubmitted={submission.value !== null}
          />
        ) : (
          <parts.NotConnected model={model} />
        )}
        {/* Placements that are typed stay beside a link that was created without them. */}
        {connected && (model.editable.value || submission.value || started.value.length > 0) && section}
        {connected && <parts.Notices model={otherJobs} />}
      </main>
    </>
  );
}

/** The submission's table shows its jobs already. */
function withoutSubmission(model: PopupModel, submission: PlacementsPart['submission']): PopupModel {
  const view = computed(() => {
    const mine = new Set(submission.value?.asked.map(({ id }) => id));
    const all = model.view.value;
    return mine.size === 0 ? all : { ...all, jobs: all.jobs.filter(({ id }) => !mine.has(id)) };
  });
  return { ...model, view };
}

interface LinkFormProps extends PartProps {
  /** Then the main button is the one that creates the placements. */
  readonly hasPlacements: boolean;
  /** They are in their table: a preview of the form's own link would be read as one of them. */
  readonly hasSubmitted: boolean;
}

function LinkForm({ model, parts, ...placements }: LinkFormProps) {
  const { hasPlacements } = placements;
  const { form, job, editable } = model;
  const status = job.value && <parts.JobStatus model={model} job={job.value} />;
  const main = useRef<HTMLButtonElement>(null);
  const wasHidden = useRef(false);
  // The form is back, after a refusal: the control that had the focus has gone.
  useLayoutEffect(() => {
    if (wasHidden.current && document.activeElement === document.body) main.current?.focus();
    wasHidden.current = !editable.value;
  }, [editable.value]);
  if (!editable.value) return <SubmittedLink model={model}>{status}</SubmittedLink>;
  const { title } = form.draft.value;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Enter in a field is no press of "Shorten" where another button is the main one.
        if (!hasPlacements && !focusUnmatchedText()) void model.shorten();
      }}
    >
      <FullForm model={model} parts={parts}>
        <LinkTitle title={title} />
        <Address model={model} />
      </FullForm>
      <Aside model={model} parts={parts} {...placements} status={status} main={main} />
    </form>
  );
}

/** @param title empty for none */
function LinkTitle({ title }: { readonly title: string }) {
  return title === '' ? null : (
    <h2>
      <bdi>{title}</bdi>
    </h2>
  );
}

interface SubmittedLinkProps extends ModelProps {
  readonly children: ComponentChildren;
}

/** What is being created, or was: a wrong destination can still be canceled. */
function SubmittedLink({ model: { job, form }, children }: SubmittedLinkProps) {
  const { subject = '', result } = job.value ?? {};
  const { title } = form.draft.value;
  return (
    <div class="submitted">
      <LinkTitle title={title} />
      <p class="small final-url">
        <span class="visually-hidden">{t('destinationUrl')} </span>
        <bdi dir="ltr">{displayUrl(subject)}</bdi>
      </p>
      {children}
      {result && <Button icon={Plus} text={t('newLink')} onClick={() => location.assign('/link.html')} />}
    </div>
  );
}

interface AsideProps extends LinkFormProps {
  readonly status: VNode | null;
  readonly main: RefObject<HTMLButtonElement | null>;
}

/** What will come of the form, and the button that makes it. */
function Aside({ model, parts, hasPlacements, hasSubmitted, status, main }: AsideProps) {
  const { form, hasBlockingError } = model;
  return (
    <div class="beside">
      <aside>
        {!hasSubmitted && <LinkPreview model={model} />}
        <button
          ref={main}
          type={hasPlacements ? 'button' : undefined}
          class={hasPlacements ? undefined : 'main'}
          disabled={!form.readable.value.ok || hasBlockingError.value}
          onClick={hasPlacements ? () => void (focusUnmatchedText() || model.shorten()) : undefined}
        >
          {t(hasPlacements ? 'shortenWithoutPlacements' : 'shorten')}
          {!hasPlacements && <Icon of={CornerDownLeft} mirrors />}
        </button>
        <parts.FormNotes model={model} />
        {status}
        <p class="small">
          <Icon of={Info} size={14} />
          <span>{t('linksNotEditable')}</span>
        </p>
        <SaveAsPreset model={model} />
      </aside>
    </div>
  );
}

function Address({ model }: ModelProps) {
  const { draft, readable } = model.form;
  const read = readable.value;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (draft.peek().address === '') field.current?.focus();
  }, []);
  return (
    <div class="address-field">
      <UrlInput {...{ model, field }} hidesProblem={!read.ok && read.problem === 'empty'} />
    </div>
  );
}
