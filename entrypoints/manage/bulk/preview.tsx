/** The rows as they would be sent, with what is to be said of each beside it, and the start. */
import { useEffect, useState } from 'preact/hooks';
import { ChoiceField } from '../../../components/link-options/field.tsx';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import type { NumberedRow, RowDecision } from '../../../lib/bulk/validate-rows.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatWait } from '../../../lib/i18n/describe-failure.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { rowsOnPage } from './bulks-reader.ts';
import type { PreviewFilter } from './import-deps.ts';
import type { ImportModel } from './import-model.ts';
import { Pager } from './pager.tsx';
import { describeProblems } from './labels.ts';

export interface PreviewProps {
  readonly model: ImportModel;
  /** Requests a minute; `null` where the service names no limit. */
  readonly limit: number | null;
  /** Links that exist are all known here. */
  readonly allKnown: boolean;
  readonly onStarted: (id: string) => void;
}

const windowMs = 60_000;

export function Preview({ model, limit, allKnown, onStarted }: PreviewProps) {
  const { validatedRows, checking, counts, decisions, filter, visibleIndexes, busy } = model;
  const [page, setPage] = useState(0);
  const count = counts.value;
  const numbers = visibleIndexes.value;
  useEffect(() => setPage(0), [filter.value, validatedRows.value]);
  const rows = validatedRows.value;
  const here = numbers.slice(page * rowsOnPage, (page + 1) * rowsOnPage);
  const waits = checking.value !== null || busy.value;
  return (
    <section aria-labelledby="bulk-preview">
      <h3 id="bulk-preview">{t('bulkPreview')}</h3>
      <p role="status" class="counts">
        {rows !== null && checking.value === null && summary(count)}
        {checking.value !== null && t('bulkChecking')}
      </p>
      {rows !== null && !allKnown && <p class="note">{t('bulkNotAllKnown')}</p>}
      <Missing model={model} />
      {rows !== null && <Repeats model={model} rows={rows} />}
      {rows !== null && <Conflicts model={model} rows={rows} />}
      <p class="acts start">
        <button
          type="button"
          class="main"
          aria-disabled={waits || count.go === 0}
          onClick={() => {
            if (!waits)
              void model.start().then((id) => {
                if (id !== null) onStarted(id);
              });
          }}
        >
          {formatCount('bulkStart', count.go)}
        </button>
        <span class="note">
          {count.go > 0 &&
            limit !== null &&
            t('bulkTakes', formatWait(count.go * (windowMs / limit)), formatNumber(limit))}{' '}
          {t('bulkLasting')}
        </span>
      </p>
      {rows !== null && (
        <>
          <div class="options">
            <ChoiceField<PreviewFilter>
              id="bulk-shown"
              label={t('bulkShown')}
              value={filter.value}
              choices={filters(count)}
              onChoose={model.setFilter}
            />
          </div>
          <table class="rows-table">
            <caption class="unseen">{t('bulkPreview')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('bulkRow')}</th>
                <th scope="col">{t('bulkFieldAddress')}</th>
                <th scope="col">{t('bulkChecks')}</th>
              </tr>
            </thead>
            <tbody>
              {here.map((at) => {
                const row = rows[at];
                const verdict = decisions.value[at];
                return row && verdict && <Row key={at} at={at} row={row} verdict={verdict} />;
              })}
            </tbody>
          </table>
          <Pager
            label={t('bulkPages')}
            page={page}
            size={rowsOnPage}
            total={numbers.length}
            onTurn={setPage}
          />
        </>
      )}
    </section>
  );
}

type Counts = ImportModel['counts']['value'];

function summary(count: Counts): string {
  const { go, problem, twice, exists, doubtful } = count;
  return [
    formatCount('bulkGo', go),
    problem > 0 && formatCount('bulkProblems', problem),
    twice > 0 && formatCount('bulkTwiceCount', twice),
    exists > 0 && formatCount('bulkExistCount', exists),
    doubtful > 0 && formatCount('bulkDoubtful', doubtful),
  ]
    .filter(Boolean)
    .join(' · ');
}

function filters(count: Counts): readonly (readonly [PreviewFilter, string])[] {
  const all: readonly (readonly [PreviewFilter, string])[] = [
    ['all', t('bulkFilterAll', formatNumber(count.all))],
    ['go', t('bulkFilterGo', formatNumber(count.go))],
    ['problem', t('bulkFilterProblem', formatNumber(count.problem))],
    ['doubtful', t('bulkFilterDoubtful', formatNumber(count.doubtful))],
    ['twice', t('bulkFilterTwice', formatNumber(count.twice))],
    ['exists', t('bulkFilterExists', formatNumber(count.exists))],
  ];
  return all;
}

/** Names that the account lacks: added here, the rows that have them can go. */
function Missing({ model }: { readonly model: ImportModel }) {
  const missing = model.missing.value;
  if (missing.length === 0) return null;
  const names = missing.slice(0, shownNames).map(({ name }) => name);
  return (
    <div class="missing">
      <p>
        <bdi>
          {t('bulkMissing', names.join(', '))}
          {missing.length > shownNames && ', …'}
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

const shownNames = 8;

interface RepeatsProps {
  readonly model: ImportModel;
  readonly rows: readonly NumberedRow[];
}

function Repeats({ model, rows }: RepeatsProps) {
  const { twice, exists, together } = model.options.value;
  const hasTwice = rows.some(({ twiceOf }) => twiceOf !== null);
  // Those that go into a campaign of their own are made in any case.
  const hasExisting = !together && rows.some((row) => row.exists !== null);
  if (!hasTwice && !hasExisting) return null;
  return (
    <div class="options">
      {hasTwice && (
        <ChoiceField
          id="bulk-twice"
          label={t('bulkRepeatsTwice')}
          value={twice}
          choices={[
            ['skip', t('bulkRepeatsSkip')],
            ['make', t('bulkRepeatsMake')],
          ]}
          onChoose={(choice) => model.chooseDuplicatePolicy({ twice: choice })}
        />
      )}
      {hasExisting && (
        <ChoiceField
          id="bulk-exists"
          label={t('bulkRepeatsExist')}
          value={exists}
          choices={[
            ['skip', t('bulkExistsSkip')],
            ['make', t('bulkExistsMake')],
          ]}
          onChoose={(choice) => model.chooseDuplicatePolicy({ exists: choice })}
        />
      )}
    </div>
  );
}

function Conflicts({ model, rows }: RepeatsProps) {
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

interface RowProps {
  readonly at: number;
  readonly row: NumberedRow;
  readonly verdict: RowDecision;
}

const addressLength = 72;

function Row({ at, row, verdict }: RowProps) {
  const says = describeProblems(row, verdict);
  const facts = factsOf(row);
  // As it is sent: with the parameters that go into it.
  const { url } = toLinkFields(row.link);
  return (
    <tr data-verdict={verdict}>
      <th scope="row">{formatNumber(at + 1)}</th>
      <td>
        <bdi dir="ltr" title={url}>
          <TruncatedText text={displayUrl(url) || '—'} length={addressLength} />
        </bdi>
        {facts.length > 0 && (
          <p class="row-facts">
            <bdi>{facts.join(' · ')}</bdi>
          </p>
        )}
      </td>
      <td class="checks">
        {says.length === 0 ? (
          t('bulkFine')
        ) : (
          <ul>
            {says.map(({ text, blocks }) => (
              <li key={text} class={blocks ? 'bad' : undefined}>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

const maxFactLength = 60;
const fact = (label: string, value: string): string =>
  value === ''
    ? ''
    : `${label}: ${value.length > maxFactLength ? `${value.slice(0, maxFactLength)}…` : value}`;

/** What the row asks for besides its address. */
function factsOf({ link, preset }: NumberedRow): string[] {
  const { extras } = link;
  const sent = toLinkFields(link);
  return [
    fact(t('preset'), preset?.name ?? ''),
    fact(t('bulkFieldTitle'), link.title),
    fact(t('alias'), link.alias),
    fact(t('domain'), displayUrl(link.domain)),
    fact(t('campaign'), link.campaign?.name ?? ''),
    fact(t('channel'), link.channel?.name ?? ''),
    fact(t('pixels'), link.pixels.map(({ name }) => name).join(', ')),
    fact(t('note'), extras?.note ?? ''),
    fact(t('expires'), extras?.expiry.replace('T', ' ') ?? ''),
    fact(t('password'), extras?.password ? '••••' : ''),
    ...(sent.parameters ?? []).map(({ name, value }) => fact(name, value)),
    ...(sent.geotarget ?? []).map(({ location, link: to }) => fact(location, to)),
    ...(sent.devicetarget ?? []).map(({ device, link: to }) => fact(device, to)),
    ...(sent.languagetarget ?? []).map(({ language, link: to }) => fact(language, to)),
    fact(t('appStore'), sent.deeplink?.apple ?? ''),
    fact(t('googlePlay'), sent.deeplink?.google ?? ''),
    fact(t('bulkFieldMetaTitle'), extras?.card.title ?? ''),
  ].filter((text) => text !== '');
}
