/** Charts of counts by name, as lists that screen readers read as text. */
import type { ComponentChildren } from 'preact';
import type { Statistic } from '../lib/api/statistic.ts';
import { formatNumber, formatPercent } from '../lib/i18n/format.ts';
import { t } from '../lib/i18n/t.ts';
import { TruncatedText } from './truncated-text.tsx';

interface BarListProps {
  readonly id: string;
  readonly name: string;
  /** What the numbers are, beside the name. */
  readonly unit?: string;
  readonly statistic: Statistic;
}

/** Named entries of a chart; all others are summed up in one. */
const maxBars = 6;
const maxShares = 4;
const maxNameLength = 32;

/** Ranks the entries, each with its number on a bar. */
export function BarList(props: BarListProps) {
  return <Chart {...props} draw={(entries) => <Bars entries={entries} />} />;
}

/** Shows each entry's share of the sum, on one strip for all. */
export function ShareList(props: BarListProps) {
  return <Chart {...props} draw={(entries) => <Shares entries={entries} />} />;
}

type Entries = Statistic['entries'];

interface ChartProps extends BarListProps {
  readonly draw: (entries: Entries) => ComponentChildren;
}

function Chart({ id, name, unit, statistic: { entries, total }, draw }: ChartProps) {
  return (
    <section class="ranking" aria-labelledby={id}>
      <div class="ranking-head">
        <h4 id={id}>{name}</h4>
        {entries.length > 0 && <span class="hint">{unit}</span>}
      </div>
      {entries.length > 0 ? (
        draw(entries)
      ) : (
        <p class="note">{total === null ? t('statNothing') : t('statTotal', formatNumber(total))}</p>
      )}
    </section>
  );
}

const sumOf = (entries: Entries): number => entries.reduce((sum, { count }) => sum + count, 0);

/** A single remaining entry stays named. */
function ranked(entries: Entries, maxNamed: number): { readonly named: Entries; readonly rest: Entries } {
  const inOrder = entries.toSorted((a, b) => b.count - a.count);
  const named = inOrder.slice(0, inOrder.length === maxNamed + 1 ? inOrder.length : maxNamed);
  return { named, rest: inOrder.slice(named.length) };
}

function EntryName({ name }: { readonly name: string }) {
  return (
    <bdi title={name.length > maxNameLength ? name : undefined}>
      <TruncatedText text={name} length={maxNameLength} />
    </bdi>
  );
}

function Bars({ entries }: { readonly entries: Entries }) {
  const { named, rest } = ranked(entries, maxBars);
  const maxCount = named[0]?.count ?? 0;
  return (
    <ul class="bars">
      {named.map(({ name, count }) => (
        <li key={name}>
          {count > 0 && <Bar share={count / maxCount} />}
          <EntryName name={name} />
          <span class="number">{formatNumber(count)}</span>
        </li>
      ))}
      {rest.length > 0 && (
        <li class="note">
          <span>{t('statOthers', formatNumber(rest.length))}</span>
          <span class="number">{formatNumber(sumOf(rest))}</span>
        </li>
      )}
    </ul>
  );
}

/** Hidden from screen readers, which read the number. The bar of a small count is still seen. */
function Bar({ share }: { readonly share: number }) {
  const percent = Math.max(1, Math.round(share * 100));
  return (
    <svg aria-hidden="true" width="100%" height="100%">
      <rect width={`${percent}%`} height="100%" />
    </svg>
  );
}

function Shares({ entries }: { readonly entries: Entries }) {
  const { named, rest } = ranked(entries, maxShares);
  const sum = sumOf(entries);
  const shareOf = (count: number) => (sum === 0 ? 0 : count / sum);
  const counts = [...named.map(({ count }) => count), ...(rest.length > 0 ? [sumOf(rest)] : [])];
  return (
    <>
      <Strip shares={counts.map(shareOf)} />
      <ul class="shares">
        {named.map(({ name, count }, step) => (
          <li key={name}>
            <Swatch step={step} />
            <EntryName name={name} />
            <span class="number">{formatPercent(shareOf(count))}</span>
          </li>
        ))}
        {rest.length > 0 && (
          <li class="note">
            <Swatch step={named.length} />
            <span>{t('statOthers', formatNumber(rest.length))}</span>
            <span class="number">{formatPercent(shareOf(sumOf(rest)))}</span>
          </li>
        )}
      </ul>
    </>
  );
}

/** One after the other, each in a lighter step of the chart's color; the paper shows between them. */
function Strip({ shares }: { readonly shares: readonly number[] }) {
  const startOf = (step: number) => shares.slice(0, step).reduce((sum, share) => sum + share, 0);
  return (
    <svg class="strip" aria-hidden="true" width="100%" height="12">
      {shares.map((share, step) => (
        <rect
          key={step}
          class={`step-${step}`}
          x={`${startOf(step) * 100}%`}
          width={`${share * 100}%`}
          height="12"
        />
      ))}
    </svg>
  );
}

function Swatch({ step }: { readonly step: number }) {
  return (
    <svg aria-hidden="true" width="10" height="10">
      <rect class={`step-${step}`} width="10" height="10" rx="3" />
    </svg>
  );
}
