/** The rows as they would be sent, each with its problems, and the button that starts the bulk. */
import { CircleAlert, Eraser, Info, Plus, TriangleAlert } from 'lucide';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useFocusRestoreOf } from '../../../components/use-focus-restore.ts';
import { ChoiceField } from '../../../components/link-options/field.tsx';
import { campaignNames } from '../../../lib/bulk/bulk-job.ts';
import { isSent, type RowDecision } from '../../../lib/bulk/validate-rows.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatNames } from '../../../lib/i18n/format-names.ts';
import { isolateTruncated } from '../../../lib/i18n/truncate.ts';
import type { TypeLists } from '../../../lib/i18n/link-type-name.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { estimateDuration, requestsPerMinute } from '../../../lib/views/estimate-duration.ts';
import { FilterButtons, type FilterChoice } from './filter-buttons.tsx';
import type { PreviewFilter } from './import-state.ts';
import type { ImportModel } from './import-model.ts';
import { ImportNotices } from './import-notices.tsx';
import { describeBlockingName, describeCampaigns, formatSourceName } from './labels.ts';
import { PreviewRow } from './preview-row.tsx';
import { lastPageOf, rowsOnPage, RowsTable } from './rows-table.tsx';
import { reviewIcons } from './status-icon.tsx';
import { creatableFields, isToCreate } from './unmatched-names.ts';

export interface PreviewProps {
  readonly model: ImportModel;
  /** The request limit; `null` until it is known. */
  readonly meter: ActivityView['meter'];
  /** Every existing link of the account is found. */
  readonly isMirrorComplete: boolean;
  readonly types: TypeLists;
  readonly onStarted: (id: string) => void;
}

const maxNamesShown = 8;
/** Of a campaign on the button, in characters. */
const maxButtonName = 40;

export function Preview({ model, meter, isMirrorComplete, types, onStarted }: PreviewProps) {
  const checking = model.checking.value !== null;
  const rows = model.validatedRows.value;
  return (
    <>
      <section aria-labelledby="bulk-preview" class="review">
        <h3 id="bulk-preview" class="visually-hidden">
          {t('bulkReview')}
        </h3>
        {/* Once the rows are checked, the filters show their numbers. */}
        <p role="status" class={checking ? 'counts' : 'counts visually-hidden'}>
          {checking ? t('bulkChecking') : rows !== null && summary(model.counts.value)}
        </p>
        {rows !== null && !isMirrorComplete && (
          <Banner icon={Info}>
            <p>{t('bulkNotAllSynced')}</p>
          </Banner>
        )}
        <MissingRecords model={model} />
        <AliasSuffixes model={model} />
        <CleanUpOffer model={model} />
        {rows !== null && <Policies model={model} />}
        {rows !== null && <PreviewTable model={model} types={types} />}
      </section>
      {/* Beside the section, so that it is in sight above the section, too. */}
      <StartBar model={model} meter={meter} onStarted={onStarted} />
    </>
  );
}

/** In ms, of a double click. */
const doubleClickMs = 500;

/**
 * The second click of a double click on what has added the rows, such as "Add 12 tabs": the review has moved this button
 * under the pointer.
 */
const isSecondClick = ({ detail, timeStamp }: MouseEvent, shownAt: number): boolean =>
  detail > 1 || (detail === 1 && timeStamp - shownAt < doubleClickMs);

function StartBar({ model, meter, onStarted }: Omit<PreviewProps, 'isMirrorComplete' | 'types'>) {
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  const counts = model.counts.value;
  const { go, add } = counts;
  const others = leftOut(counts);
  const sent = go + add;
  const duration = estimateDuration(sent, meter, Date.now());
  const blocking = model.blockingName.value;
  const waits = model.checking.value !== null || model.busy.value || blocking !== null;
  const campaigns = campaignsOf(model);
  const [shownAt] = useState(() => performance.now());
  const start = async (event: MouseEvent) => {
    const id = waits || isSecondClick(event, shownAt) ? null : await model.start();
    if (id !== null) onStarted(id);
    else if (isNothingReady(model)) showErrors(model);
  };
  return (
    <div ref={bar} class="start-bar line">
      <Button
        text={go === 0 && add > 0 ? formatCount('bulkAddExisting', add) : formatCreate(go, campaigns)}
        class="main"
        aria-disabled={waits || sent === 0}
        onClick={(event) => void start(event)}
      />
      <div class="note">
        {others !== '' && <p>{others}</p>}
        {go > 0 && blocking === null && !isOneCampaign(campaigns) && (
          <p>
            <bdi>{describeCampaigns(campaigns)}</bdi>
          </p>
        )}
        {namesToCreate(model).map((name) => (
          <p key={name}>
            <bdi>{t('bulkNameToCreate', name)}</bdi>
          </p>
        ))}
        {go > 0 && add > 0 && <p>{formatCount('bulkExistingAdded', add)}</p>}
        {sent > 0 && duration !== null && (
          <p>{t('bulkDuration', formatWait(duration), formatNumber(requestsPerMinute(meter) ?? 0))}</p>
        )}
        <p>{t('bulkNotEditable')}</p>
      </div>
      {/* The picker announces the same. */}
      {blocking !== null && (
        <p class="blocking-name wrong">
          <Icon of={CircleAlert} size={14} />
          <bdi>{describeBlockingName(blocking)}</bdi>
        </p>
      )}
      <ImportNotices model={model} about="start" />
    </div>
  );
}

/** Sets `--start-bar` on the page: the height of the bar at the bottom edge, which hides what is behind it. */
function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    // The unit tests' document has none.
    if (typeof ResizeObserver === 'undefined') return;
    const { style } = document.documentElement;
    const measure = () => style.setProperty('--start-bar', `${bar.current?.offsetHeight ?? 0}px`);
    measure();
    // Its notes change with the rows, and wrap in a narrow window.
    const observer = new ResizeObserver(measure);
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--start-bar');
    };
  }, []);
}

const isNothingReady = ({ notice, counts }: ImportModel): boolean =>
  notice.peek()?.name === 'no-rows-ready' && counts.peek().problem > 0;

function showErrors(model: ImportModel): void {
  model.setFilter('problem');
  const focus = () => document.querySelector<HTMLElement>('tr[data-decision="problem"]')?.focus();
  // The rows exist after the next render, and the height of the bar below them, which says why, is known a frame later.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

/** All links go into it. */
const isOneCampaign = ([name = '', ...others]: readonly string[]): boolean =>
  name !== '' && others.length === 0;

function formatCreate(count: number, campaigns: readonly string[]): string {
  const [name = ''] = campaigns;
  return count > 0 && isOneCampaign(campaigns)
    ? formatCount('createLinksIn', count, isolateTruncated(name, maxButtonName))
    : formatCount('createLinks', count);
}

const linksOf = (
  { rows, decisions }: ImportModel,
  isWanted: (decision: RowDecision | undefined) => boolean,
): LinkDraft[] =>
  rows.value.filter((_row, index) => isWanted(decisions.value[index])).map(({ link }) => link);

/** Those that the links to create go into, as `campaignNames`. */
function campaignsOf(model: ImportModel): readonly string[] {
  const [file, options] = [model.file.value, model.options.value];
  const { together, campaignName } = options;
  if (together) return [campaignName.trim() || formatSourceName(model.rows.value, { file, options })];
  return campaignNames(linksOf(model, (decision) => decision === 'go'));
}

/** Of the campaign and the channel that the links go into, those that the account lacks. */
function namesToCreate(model: ImportModel): readonly string[] {
  const links = linksOf(model, isSent);
  return creatableFields.flatMap((field) => links.map((link) => link[field]).find(isToCreate)?.name ?? []);
}

function PreviewTable({ model, types }: Pick<PreviewProps, 'model' | 'types'>) {
  const { filter, page, visibleIndexes } = model;
  // Another policy for duplicates may leave fewer of them.
  const shownPage = Math.min(page.value, lastPageOf(visibleIndexes.value.length));
  const indexes = visibleIndexes.value.slice(shownPage * rowsOnPage, (shownPage + 1) * rowsOnPage);
  return (
    <>
      <FilterButtons<PreviewFilter>
        variant="filter-tabs"
        value={filter.value}
        choices={filterChoices(model.counts.value)}
        onChoose={model.setFilter}
      />
      <RowsTable
        caption={t('bulkReview')}
        columns={[t('bulkRow'), t('destinationUrl'), t('alias'), t('status')]}
        page={shownPage}
        total={visibleIndexes.value.length}
        onTurn={model.goToPage}
      >
        {indexes.map((index) => (
          <PreviewRow key={index} index={index} model={model} types={types} />
        ))}
      </RowsTable>
    </>
  );
}

type Counts = ImportModel['counts']['value'];

function summary(count: Counts): string {
  const { go, warning } = count;
  return [
    formatCount('bulkReadyCount', go),
    warning > 0 && formatCount('bulkWarningCount', warning),
    ...countsOfOthers(count),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Of the rows that make no link. */
const countsOfOthers = ({ problem, twice, exists }: Pick<Counts, 'problem' | 'twice' | 'exists'>) => [
  problem > 0 && formatCount('bulkErrorCount', problem),
  twice > 0 && formatCount('bulkDuplicateCount', twice),
  exists > 0 && formatCount('bulkExistCount', exists),
];

/** For the start bar, which counts the links that are added to a campaign itself. */
function leftOut({ problem, twice, exists, add }: Counts): string {
  return countsOfOthers({ problem, twice, exists: exists - add })
    .filter(Boolean)
    .join(' · ');
}

function filterChoices(count: Counts): readonly FilterChoice<PreviewFilter>[] {
  const { ready, warning, problem, twice, exists } = reviewIcons;
  return [
    { value: 'all', label: t('bulkFilterAll'), count: count.all },
    { value: 'ready', label: t('bulkFilterReady'), count: count.ready, icon: ready },
    { value: 'warning', label: t('bulkFilterWarnings'), count: count.warning, icon: warning },
    { value: 'problem', label: t('bulkFilterErrors'), count: count.problem, icon: problem },
    { value: 'twice', label: t('duplicates'), count: count.twice, icon: twice },
    { value: 'exists', label: t('bulkFilterExists'), count: count.exists, icon: exists },
  ];
}

/** Campaigns and channels that the account lacks; once they are added, their rows can be sent. */
function MissingRecords({ model }: Pick<PreviewProps, 'model'>) {
  const missing = model.missing.value;
  if (missing.length === 0) return null;
  const names = missing.map(({ name }) => name);
  return (
    <Banner
      icon={TriangleAlert}
      tone="decision"
      actions={
        <Button
          icon={Plus}
          text={formatCount('bulkAddMissing', missing.length)}
          aria-disabled={model.busy.value}
          onClick={() => void model.addMissing()}
        />
      }
    >
      <p>
        <bdi>{t('bulkMissing', formatNames(names, maxNamesShown))}</bdi>
      </p>
    </Banner>
  );
}

/** Words after the URLs of a list, which are part of the URLs until they are made a column. */
function AliasSuffixes({ model }: Pick<PreviewProps, 'model'>) {
  const found = model.aliasSuffixes.value;
  if (found === null) return null;
  return (
    <Banner
      icon={TriangleAlert}
      tone="decision"
      actions={<Button text={t('bulkUseAsAliases')} onClick={model.useSuffixesAsAliases} />}
    >
      <p>
        <bdi>{formatCount('bulkAliasSuffixes', found.count, found.example)}</bdi>
      </p>
    </Banner>
  );
}

/** Until it is taken; the checkbox of the options undoes it. */
function CleanUpOffer({ model }: Pick<PreviewProps, 'model'>) {
  const { cleanableCount } = model;
  useFocusRestoreOf('clean-up', () => document.querySelector<HTMLElement>('.filter-tabs button'));
  if (model.options.value.cleanUp || cleanableCount.value === 0) return null;
  return (
    <Banner
      icon={Eraser}
      item="clean-up"
      actions={<Button text={t('cleanUp')} onClick={() => model.chooseSharedOptions({ cleanUp: true })} />}
    >
      <p>{formatCount('bulkCleanable', cleanableCount.value)}</p>
    </Banner>
  );
}

/** What happens to repeated rows, to URLs that have a link, and to parameters that a URL has already. */
function Policies({ model }: Pick<PreviewProps, 'model'>) {
  const rows = model.rows.value;
  const { twice, exists, together, replacesParameters } = model.options.value;
  return (
    <div class="options policies">
      {rows.some(({ twiceOf }) => twiceOf !== null) && (
        <ChoiceField
          id="bulk-twice"
          label={t('duplicates')}
          value={twice}
          choices={[
            ['skip', t('bulkDuplicatesCreateOnce')],
            ['make', t('bulkDuplicatesCreateEach')],
          ]}
          onChoose={(choice) => model.chooseDuplicatePolicy({ twice: choice })}
        />
      )}
      {/* One new campaign for all links needs its own link for an existing URL. */}
      {!together && rows.some((row) => row.exists !== null) && (
        <ChoiceField
          id="bulk-exists"
          label={t('bulkAlreadyShortened')}
          value={exists}
          choices={[
            ['skip', t('bulkExistsUse')],
            ['make', t('bulkExistsCreate')],
          ]}
          onChoose={(choice) => model.chooseDuplicatePolicy({ exists: choice })}
        />
      )}
      {rows.some(({ conflicts }) => conflicts.length > 0) && (
        <ChoiceField
          id="bulk-conflicts"
          label={t('bulkConflicts')}
          value={replacesParameters ? 'replace' : 'keep'}
          choices={[
            ['keep', t('bulkConflictsKeep')],
            ['replace', t('bulkConflictsReplace')],
          ]}
          onChoose={(choice) => model.chooseSharedOptions({ replacesParameters: choice === 'replace' })}
        />
      )}
    </div>
  );
}
