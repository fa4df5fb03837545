/** Filters of a table as toggle buttons with their counts: tabs above the review, tiles in the progress of a bulk. */
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { SignIcon, type Sign } from './row-status.tsx';

export interface FilterChoice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly count: number;
  /** None for all rows. */
  readonly sign?: Sign;
}

export interface FilterButtonsProps<T extends string> {
  readonly look: 'filter-tabs' | 'filter-tiles';
  readonly value: T;
  readonly choices: readonly FilterChoice<T>[];
  readonly onChoose: (value: T) => void;
}

export function FilterButtons<T extends string>({ look, value, choices, onChoose }: FilterButtonsProps<T>) {
  return (
    <div role="group" aria-label={t('bulkShown')} class={look}>
      {choices.map(({ value: choice, label, count, sign }) => (
        <button type="button" key={choice} aria-pressed={choice === value} onClick={() => onChoose(choice)}>
          <span class="filter-label">
            {sign && <SignIcon sign={sign} />}
            {label}
          </span>{' '}
          <span class="filter-count">{formatNumber(count)}</span>
        </button>
      ))}
    </div>
  );
}
