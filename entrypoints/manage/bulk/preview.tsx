/** The rows as they would be sent, each with its problems, and the button that starts the bulk. */
import { useEffect, useState } from 'preact/hooks';
import { ChoiceField } from '../../../components/link-options/field.tsx';
import type { NumberedRow } from '../../../lib/bulk/validate-rows.ts';
import { formatWait } from '../../../lib/i18n/describe-failure.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { rowsOnPage } from './bulks-reader.ts';
import { windowMs } from './bulks-state.ts';
import type { PreviewFilter } from './import-deps.ts';
import type { ImportModel } from './import-model.ts';
import { PreviewRow } from './preview-row.tsx';
import { RowsTable } from './rows-table.tsx';

export interface PreviewProps {
  readonly model: ImportModel;
  /** Requests per minute; `null` where the service names no limit. */
  readonly limit: number | null;
  /** The mirror holds all links of the account. */
  readonly allKnown: boolean;
  readonly onStarted: (id: string) => void;
}

const maxNamesShown = 8;

export function Preview({ model, limit, allKnown, onStarted }: PreviewProps) {
  const checking = model.checking.value !== null;
  const rows = model.validatedRows.value;
  return (
    <section aria-labelledby="bulk-preview">
      <h3 id="bulk-preview">{t('bulkReview')}</h3>
      <p role="status" class="counts">
        {checking ? t('bulkChecking') : rows !== null && summary(model.counts.value)}
      </p>
      {rows !== null && !allKnown && <p class="note">{t('bulkNotAllSynced')}</p>}
      <Missing model={model} />
      {rows !== null && <Repeats model={model} rows={rows} />}
      {rows !== null && <Conflicts model={model} rows={rows} />}
      <Start model={model} limit={limit} onStarted={onStarted} />
      {rows !== null && <PreviewTable model={model} rows={rows} />}
    </section>
  );
}

function Start({ model, limit, onStarted }: Omit<PreviewProps, 'allKnown'>) {
  const { go } = model.counts.value;
  const waits = model.checking.value !== null || model.busy.value;
  const start = async () => {
    const id = waits ? null : await model.start();
    if (id !== null) onStarted(id);
  };
  return (
    <p class="acts start">
      <button type="button" class="main" aria-disabled={waits || go === 0} onClick={() => void start()}>
        {formatCount('bulkStart', go)}
      </button>
      <span class="note">
        {go > 0 &&
          limit !== null &&
          t('bulkDuration', formatWait(go * (windowMs / limit)), formatNumber(limit))}{' '}
        {t('bulkNotEditable')}
      </span>
    </p>
  );
}

interface RowsProps {
  readonly model: ImportModel;
  readonly rows: readonly NumberedRow[];
}

function PreviewTable({ model, rows }: RowsProps) {
  const { filter, visibleIndexes, decisions } = model;
  const [page, setPage] = useState(0);
  useEffect(() => setPage(0), [filter.value, rows]);
  const indexes = visibleIndexes.value.slice(page * rowsOnPage, (page + 1) * rowsOnPage);
  return (
    <>
      <div class="options">
        <ChoiceField<PreviewFilter>
          id="bulk-shown"
          label={t('bulkShown')}
          value={filter.value}
          choices={filters(model.counts.value)}
          onChoose={model.setFilter}
        />
      </div>
      <RowsTable
        caption={t('bulkReview')}
        columns={[t('bulkRow'), t('bulkFieldDestinationUrl'), t('bulkStatus')]}
        page={page}
        total={visibleIndexes.value.length}
        onTurn={setPage}
      >
        {indexes.map((index) => {
          const row = rows[index];
          const decision = decisions.value[index];
          return row && decision && <PreviewRow key={index} index={index} row={row} decision={decision} />;
        })}
      </RowsTable>
    </>
  );
}

type Counts = ImportModel['counts']['value'];

function summary(count: Counts): string {
  const { go, problem, twice, exists, doubtful } = count;
  return [
    formatCount('bulkReadyCount', go),
    problem > 0 && formatCount('bulkErrorCount', problem),
    twice > 0 && formatCount('bulkDuplicateCount', twice),
    exists > 0 && formatCount('bulkExistCount', exists),
    doubtful > 0 && formatCount('bulkWarningCount', doubtful),
  ]
    .filter(Boolean)
    .join(' · ');
}

function filters(count: Counts): readonly (readonly [PreviewFilter, string])[] {
  return [
    ['all', t('bulkFilterAll', formatNumber(count.all))],
    ['go', t('bulkFilterReady', formatNumber(count.go))],
    ['problem', t('bulkFilterErrors', formatNumber(count.problem))],
    ['doubtful', t('bulkFilterWarnings', formatNumber(count.doubtful))],
    ['twice', t('bulkFilterDuplicates', formatNumber(count.twice))],
    ['exists', t('bulkFilterExists', formatNumber(count.exists))],
  ];
}

/** Campaigns and channels that the account lacks; once they are added, their rows can be sent. */
function Missing({ model }: { readonly model: ImportModel }) {
  const missing = model.missing.value;
  if (missing.length === 0) return null;
  const names = missing.slice(0, maxNamesShown).map(({ name }) => name);
  return (
    <div class="missing">
      <p>
        <bdi>
          {t('bulkMissing', names.join(', '))}
          {missing.length > maxNamesShown && ', …'}
        </bdi>
      </p>
      <p class="acts">
        <button type="button" aria-disabled={model.busy.value} onClick={() => void model.addMissing()}>
          {formatCount('bulkAddMissing', missing.length)}
        </button>
      </p>
    </div>
  );
}

function Repeats({ model, rows }: RowsProps) {
  const { twice, exists, together } = model.options.value;
  const hasTwice = rows.some(({ twiceOf }) => twiceOf !== null);
  // One new campaign for all links needs its own link for an existing URL.
  const hasExisting = !together && rows.some((row) => row.exists !== null);
  if (!hasTwice && !hasExisting) return null;
  return (
    <div class="options">
      {hasTwice && (
        <ChoiceField
          id="bulk-twice"
          label={t('bulkDuplicates')}
          value={twice}
          choices={[
            ['skip', t('bulkDuplicatesCreateOnce')],
            ['make', t('bulkDuplicatesCreateEach')],
          ]}
          onChoose={(choice) => model.chooseDuplicatePolicy({ twice: choice })}
        />
      )}
      {hasExisting && (
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
    </div>
  );
}

function Conflicts({ model, rows }: RowsProps) {
  if (rows.every(({ conflicts }) => conflicts.length === 0)) return null;
  return (
    <div class="options">
      <ChoiceField
        id="bulk-conflicts"
        label={t('bulkConflicts')}
        value={model.options.value.replacesParameters ? 'replace' : 'keep'}
        choices={[
          ['keep', t('bulkConflictsKeep')],
          ['replace', t('bulkConflictsReplace')],
        ]}
        onChoose={(choice) => model.chooseSharedOptions({ replacesParameters: choice === 'replace' })}
      />
    </div>
  );
}
