/** The rows as they would be sent, with what is to be said of each beside it, and the start. */
import { useEffect, useState } from 'preact/hooks';
import { ChoiceField } from '../../../components/link-options/field.tsx';
import { LongText } from '../../../components/truncated-text.tsx';
import type { PreparedRow, Verdict } from '../../../lib/bulk/validate-rows.ts';
import { linkFields } from '../../../lib/draft/to-link-fields.ts';
import { shownAddress } from '../../../lib/i18n/truncate.ts';
import { sayDuration } from '../../../lib/i18n/describe-failure.ts';
import { sayNumber } from '../../../lib/i18n/format-number.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import { rowsOnPage } from './bulks-model.ts';
import type { IntakeModel, PreviewFilter } from './import-model.ts';
import { Pager } from './pager.tsx';
import { saysOf } from './labels.ts';

export interface PreviewProps {
  readonly model: IntakeModel;
  /** Requests a minute; `null` where the service names no limit. */
  readonly limit: number | null;
  /** Links that exist are all known here. */
  readonly allKnown: boolean;
  readonly onStarted: (id: string) => void;
}

const windowMs = 60_000;

export function Preview({ model, limit, allKnown, onStarted }: PreviewProps) {
  const { prepared, checking, counts, verdicts, filter, shown, busy } = model;
  const [page, setPage] = useState(0);
  const count = counts.value;
  const numbers = shown.value;
  useEffect(() => setPage(0), [filter.value, prepared.value]);
  const rows = prepared.value;
  const here = numbers.slice(page * rowsOnPage, (page + 1) * rowsOnPage);
  const waits = checking.value !== null || busy.value;
  return (
    <section aria-labelledby="bulk-preview">
      <h3 id="bulk-preview">{say('bulkPreview')}</h3>
      <p role="status" class="counts">
        {rows !== null && checking.value === null && summary(count)}
        {checking.value !== null && say('bulkChecking')}
      </p>
      {rows !== null && !allKnown && <p class="note">{say('bulkNotAllKnown')}</p>}
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
          {sayCount('bulkStart', count.go)}
        </button>
        <span class="note">
          {count.go > 0 &&
            limit !== null &&
            say('bulkTakes', sayDuration(count.go * (windowMs / limit)), sayNumber(limit))}{' '}
          {say('bulkLasting')}
        </span>
      </p>
      {rows !== null && (
        <>
          <div class="options">
            <ChoiceField<PreviewFilter>
              id="bulk-shown"
              label={say('bulkShown')}
              value={filter.value}
              choices={filters(count)}
              onChoose={model.show}
            />
          </div>
          <table class="rows-table">
            <caption class="unseen">{say('bulkPreview')}</caption>
            <thead>
              <tr>
                <th scope="col">{say('bulkRow')}</th>
                <th scope="col">{say('bulkFieldAddress')}</th>
                <th scope="col">{say('bulkChecks')}</th>
              </tr>
            </thead>
            <tbody>
              {here.map((at) => {
                const row = rows[at];
                const verdict = verdicts.value[at];
                return row && verdict && <Row key={at} at={at} row={row} verdict={verdict} />;
              })}
            </tbody>
          </table>
          <Pager
            label={say('bulkPages')}
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

type Counts = IntakeModel['counts']['value'];

function summary(count: Counts): string {
  const { go, problem, twice, exists, doubtful } = count;
  return [
    sayCount('bulkGo', go),
    problem > 0 && sayCount('bulkProblems', problem),
    twice > 0 && sayCount('bulkTwiceCount', twice),
    exists > 0 && sayCount('bulkExistCount', exists),
    doubtful > 0 && sayCount('bulkDoubtful', doubtful),
  ]
    .filter(Boolean)
    .join(' · ');
}

function filters(count: Counts): readonly (readonly [PreviewFilter, string])[] {
  const all: readonly (readonly [PreviewFilter, string])[] = [
    ['all', say('bulkFilterAll', sayNumber(count.all))],
    ['go', say('bulkFilterGo', sayNumber(count.go))],
    ['problem', say('bulkFilterProblem', sayNumber(count.problem))],
    ['doubtful', say('bulkFilterDoubtful', sayNumber(count.doubtful))],
    ['twice', say('bulkFilterTwice', sayNumber(count.twice))],
    ['exists', say('bulkFilterExists', sayNumber(count.exists))],
  ];
  return all;
}

/** Names that the account lacks: added here, the rows that have them can go. */
function Missing({ model }: { readonly model: IntakeModel }) {
  const missing = model.missing.value;
  if (missing.length === 0) return null;
  const names = missing.slice(0, shownNames).map(({ name }) => name);
  return (
    <div class="missing">
      <p>
        <bdi>
          {say('bulkMissing', names.join(', '))}
          {missing.length > shownNames && ', …'}
        </bdi>
      </p>
      <p class="acts">
        <button type="button" aria-disabled={model.busy.value} onClick={() => void model.addMissing()}>
          {sayCount('bulkAddMissing', missing.length)}
        </button>
      </p>
    </div>
  );
}

const shownNames = 8;

interface RepeatsProps {
  readonly model: IntakeModel;
  readonly rows: readonly PreparedRow[];
}

function Repeats({ model, rows }: RepeatsProps) {
  const { twice, exists, together } = model.chosen.value;
  const hasTwice = rows.some(({ twiceOf }) => twiceOf !== null);
  // Those that go into a campaign of their own are made in any case.
  const hasExisting = !together && rows.some((row) => row.exists !== null);
  if (!hasTwice && !hasExisting) return null;
  return (
    <div class="options">
      {hasTwice && (
        <ChoiceField
          id="bulk-twice"
          label={say('bulkRepeatsTwice')}
          value={twice}
          choices={[
            ['skip', say('bulkRepeatsSkip')],
            ['make', say('bulkRepeatsMake')],
          ]}
          onChoose={(choice) => model.chooseRepeats({ twice: choice })}
        />
      )}
      {hasExisting && (
        <ChoiceField
          id="bulk-exists"
          label={say('bulkRepeatsExist')}
          value={exists}
          choices={[
            ['skip', say('bulkExistsSkip')],
            ['make', say('bulkExistsMake')],
          ]}
          onChoose={(choice) => model.chooseRepeats({ exists: choice })}
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
        label={say('bulkConflicts')}
        value={model.chosen.value.replacesParameters ? 'replace' : 'keep'}
        choices={[
          ['keep', say('bulkConflictsKeep')],
          ['replace', say('bulkConflictsReplace')],
        ]}
        onChoose={(choice) => model.chooseForAll({ replacesParameters: choice === 'replace' })}
      />
    </div>
  );
}

interface RowProps {
  readonly at: number;
  readonly row: PreparedRow;
  readonly verdict: Verdict;
}

const addressLength = 72;

function Row({ at, row, verdict }: RowProps) {
  const says = saysOf(row, verdict);
  const facts = factsOf(row);
  // As it is sent: with the parameters that go into it.
  const { url } = linkFields(row.link);
  return (
    <tr data-verdict={verdict}>
      <th scope="row">{sayNumber(at + 1)}</th>
      <td>
        <bdi dir="ltr" title={url}>
          <LongText text={shownAddress(url) || '—'} length={addressLength} />
        </bdi>
        {facts.length > 0 && (
          <p class="row-facts">
            <bdi>{facts.join(' · ')}</bdi>
          </p>
        )}
      </td>
      <td class="checks">
        {says.length === 0 ? (
          say('bulkFine')
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

const longestFact = 60;
const fact = (label: string, value: string): string =>
  value === '' ? '' : `${label}: ${value.length > longestFact ? `${value.slice(0, longestFact)}…` : value}`;

/** What the row asks for besides its address. */
function factsOf({ link, preset }: PreparedRow): string[] {
  const { extras } = link;
  const sent = linkFields(link);
  return [
    fact(say('preset'), preset?.name ?? ''),
    fact(say('bulkFieldTitle'), link.title),
    fact(say('alias'), link.alias),
    fact(say('domain'), shownAddress(link.domain)),
    fact(say('campaign'), link.campaign?.name ?? ''),
    fact(say('channel'), link.channel?.name ?? ''),
    fact(say('pixels'), link.pixels.map(({ name }) => name).join(', ')),
    fact(say('note'), extras?.note ?? ''),
    fact(say('expires'), extras?.expiry.replace('T', ' ') ?? ''),
    fact(say('password'), extras?.password ? '••••' : ''),
    ...(sent.parameters ?? []).map(({ name, value }) => fact(name, value)),
    ...(sent.geotarget ?? []).map(({ location, link: to }) => fact(location, to)),
    ...(sent.devicetarget ?? []).map(({ device, link: to }) => fact(device, to)),
    ...(sent.languagetarget ?? []).map(({ language, link: to }) => fact(language, to)),
    fact(say('appStore'), sent.deeplink?.apple ?? ''),
    fact(say('googlePlay'), sent.deeplink?.google ?? ''),
    fact(say('bulkFieldMetaTitle'), extras?.card.title ?? ''),
  ].filter((text) => text !== '');
}
