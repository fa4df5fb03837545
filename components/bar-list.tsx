/** A bar chart of counts by name, as a list that screen readers read as text. */
import type { Statistic } from '../lib/api/coerce.ts';
import { formatNumber } from '../lib/i18n/format.ts';
import { t } from '../lib/i18n/t.ts';
import { TruncatedText } from './truncated-text.tsx';

export interface BarListProps {
  readonly id: string;
  readonly name: string;
  readonly statistic: Statistic;
}

/** All others are summed up in one row. */
const maxNamed = 6;
const maxNameLength = 32;

export function BarList({ id, name, statistic }: BarListProps) {
  const { entries, total } = statistic;
  return (
    <section class="ranking" aria-labelledby={id}>
      <h4 id={id}>{name}</h4>
      {entries.length > 0 ? (
        <Bars entries={entries} />
      ) : (
        <p class="note">{total === null ? t('statNothing') : t('statTotal', formatNumber(total))}</p>
      )}
    </section>
  );
}

type Entries = Statistic['entries'];

function Bars({ entries }: { readonly entries: Entries }) {
  const inOrder = entries.toSorted((a, b) => b.count - a.count);
  // A single remaining entry gets its own row.
  const named = inOrder.slice(0, inOrder.length === maxNamed + 1 ? inOrder.length : maxNamed);
  const rest = inOrder.slice(named.length);
  const maxCount = named[0]?.count ?? 0;
  return (
    <ul>
      {named.map(({ name, count }) => (
        <li key={name}>
          <bdi title={name.length > maxNameLength ? name : undefined}>
            <TruncatedText text={name} length={maxNameLength} />
          </bdi>
          <span class="number">{formatNumber(count)}</span>
          <Bar share={maxCount === 0 ? 0 : count / maxCount} />
        </li>
      ))}
      {rest.length > 0 && (
        <li class="note">
          <span>{t('statOthers', formatNumber(rest.length))}</span>
          <span class="number">{formatNumber(rest.reduce((sum, { count }) => sum + count, 0))}</span>
        </li>
      )}
    </ul>
  );
}

/** Hidden from screen readers, which read the number. A count above 0 always shows a bar. */
function Bar({ share }: { readonly share: number }) {
  const percent = share === 0 ? 0 : Math.max(1, Math.round(share * 100));
  return (
    <svg aria-hidden="true" width="100%" height="4">
      <rect width={`${percent}%`} height="4" rx="2" />
    </svg>
  );
}
