/** "Placements" on the link page: typed as rows, submitted together, and followed in a table. */
import { CircleX, Copy, Plus, RotateCcw, Split } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { focusUnmatchedText } from '../../components/combobox/focus-unmatched-text.ts';
import { Icon } from '../../components/icon.tsx';
import { useFocusRestore } from '../../components/use-focus-restore.ts';
import { ChoiceField } from '../../components/link-options/field.tsx';
import { Section } from '../../components/link-options/section.tsx';
import { invalidRows } from '../../lib/forms/validate-placements.ts';
import { maxPlacements, tableFormats, type PlacementSet } from '../../lib/placements/placements.ts';
import { joinNames } from '../../lib/i18n/join-names.ts';
import { formatNumber } from '../../lib/i18n/format.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { PlacementRows } from './placement-fields.tsx';
import type { PlacementState } from './placement-row.ts';
import { PlacementTable } from './placement-table.tsx';
import { wholeTable, type PlacementsProps } from './placements-model.ts';
import type { PlacementNotice } from './placements-state.ts';

interface AllPlacementsProps extends PlacementsProps {
  /** The page was opened for them. */
  readonly isFirst?: boolean;
}

/** In ms, while a job is in progress. */
const tickMs = 250;

export function Placements({ model, isFirst = false }: AllPlacementsProps) {
  const isSubmitted = model.submitted.value !== null;
  /** After a submission the rows return unfolded. */
  const wasSubmitted = useRef(false);
  wasSubmitted.current ||= isSubmitted;
  const wasTyped = useRef(false);
  wasTyped.current ||= !isSubmitted;
  // "Edit placements" goes with its table.
  useFocusRestore(() => document.getElementById('places-0'), '#placements');
  useEffect(() => {
    const section = isFirst ? document.getElementById('placements') : null;
    section?.querySelector<HTMLElement>('button, input')?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: 'start' });
  }, [isFirst]);
  const counting = model.waiting.value.length > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => model.tick(), tickMs);
    return () => clearInterval(timer);
  }, [counting]);
  return (
    <div id="placements">
      {isSubmitted ? (
        // After a reload the user may be typing in the form already.
        <SubmittedPlacements model={model} takesFocus={wasTyped.current} />
      ) : (
        <TypedPlacements model={model} unfolded={isFirst || wasSubmitted.current} />
      )}
    </div>
  );
}

function TypedPlacements({ model, unfolded }: PlacementsProps & { readonly unfolded: boolean }) {
  const { set, problems, started, newCount, creating, ready } = model;
  const wrong = invalidRows(problems.value);
  return (
    <div class="options">
      <Section
        id="several-places"
        name={t('placements')}
        icon={Split}
        filled={started.value.length}
        wrong={wrong.length}
        unfolded={unfolded}
      >
        <p class="hint">{t('placementsHint')}</p>
        {set.value.places.length === 0 ? <StartButtons model={model} /> : <PlacementRows model={model} />}
        <p class="acts">
          {newCount.value > 0 && (
            <Button
              text={formatCount('createLinks', newCount.value)}
              class="main"
              disabled={!ready.value}
              onClick={() => void (focusUnmatchedText() || model.shorten())}
            />
          )}
          {model.submission.value && (
            <Button text={t('cancel')} class="quiet" onClick={() => model.setEditing(false)} />
          )}
        </p>
        <p role="status" class="wrong">
          {[
            wrong.length > 0 &&
              t(
                'fixPlacementsFirst',
                joinNames(wrong.map((row) => t('placementRow', formatNumber(row + 1)))),
              ),
            model.tooMany.value && formatCount('problemManyPlacements', maxPlacements),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        <p role="status" class="note">
          {newCount.value > 0 && creating.value.length > 0 && t('creatingRecord', joinNames(creating.value))}
        </p>
        <Notice model={model} />
      </Section>
    </div>
  );
}

function StartButtons({ model }: PlacementsProps) {
  const { last } = model.deps;
  const begin = (places: PlacementSet | null) => {
    model.begin(places);
    requestAnimationFrame(() => document.getElementById('places-0')?.focus());
  };
  return (
    <p class="acts">
      <Button icon={Plus} text={t('addPlacement')} onClick={() => begin(null)} />
      {last && last.places.length > 0 && (
        <button type="button" onClick={() => begin(last)}>
          <Icon of={RotateCcw} />
          <bdi>{t('reusePlacements', joinNames(last.places.map(({ name }) => name.trim())))}</bdi>
        </button>
      )}
    </p>
  );
}

function SubmittedPlacements({ model, takesFocus }: PlacementsProps & { readonly takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { rows, waiting } = model;
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, []);
  useFocusRestore(
    (id) =>
      id === ''
        ? heading.current
        : (document.querySelector<HTMLElement>(`tr[data-item="${id}"]`) ?? heading.current),
    '#placements',
  );
  return (
    <section aria-labelledby="places-heading" class="submitted-placements">
      <div class="results-head">
        <div>
          <h2 id="places-heading" ref={heading} tabIndex={-1}>
            {t('placements')}
          </h2>
          {/* Without times, so that screen readers announce it only when a job has ended. */}
          <p role="status" class="note">
            {progress(rows.value.map(({ status }) => status))}
          </p>
        </div>
        <CopyTable model={model} />
      </div>
      <PlacementTable model={model} />
      <p class="acts">
        {waiting.value.length > 0 ? (
          <Button icon={CircleX} text={t('cancelQueuedLinks')} onClick={() => void model.cancelQueued()} />
        ) : (
          <Button
            icon={Plus}
            text={t('morePlacements')}
            class="quiet"
            onClick={() => model.setEditing(true)}
          />
        )}
      </p>
      <Notice model={model} />
    </section>
  );
}

const formatNames = { tabs: 'tableTabs', markdown: 'markdown', csv: 'tableCsv' } as const;

function CopyTable({ model }: PlacementsProps) {
  const header = [t('placementColumn'), t('shortLink'), t('destinationUrl'), t('sourceColumn')] as const;
  return (
    <div class="copy-table">
      <ChoiceField
        id="table-format"
        label={t('tableFormat')}
        value={model.format.value}
        choices={tableFormats.map((name) => [name, t(formatNames[name])] as const)}
        onChoose={model.chooseFormat}
      />
      <Button icon={Copy} text={t('copyTable')} class="main" onClick={() => void model.copyTable(header)} />
    </div>
  );
}

const counted = [
  ['created', 'placementsCreated'],
  ['refused', 'failedCount'],
  ['cancelled', 'placementsCanceled'],
  ['unknown', 'placementsUnknown'],
  ['waiting', 'jobsQueued'],
  ['question', 'jobsNeedDecision'],
] as const;

function progress(states: readonly PlacementState[]): string {
  return counted
    .flatMap(([state, name]) => {
      const count = states.filter((one) => one === state).length;
      return count > 0 ? formatCount(name, count) : [];
    })
    .join(' · ');
}

function Notice({ model }: PlacementsProps) {
  return (
    <p role="status" class="notice">
      {describeNotice(model.notice.value)}
    </p>
  );
}

function describeNotice(notice: PlacementNotice | null): ComponentChildren {
  switch (notice?.name) {
    case undefined:
      return null;
    case 'copied':
      if (notice.what === wholeTable) return t('tableCopied');
      // Shown beside the link; here for screen readers.
      return <span class="visually-hidden">{t('copied')}</span>;
    case 'copy-failed':
      return t(notice.what === wholeTable ? 'tableNotCopied' : 'notCopied');
    case 'queued-canceled':
      return formatCount('canceledCount', notice.count);
    case 'pasted':
      return formatCount('placementsPasted', notice.count);
    case 'not-stored':
      return t('storageFailing');
  }
}
