/** Filters of a table as toggle buttons with their counts: tabs above the review, tiles in the progress of a bulk. */
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { StatusIcon, type TonedIcon } from './status-icon.tsx';

export interface FilterChoice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly count: number;
  /** None for all rows. */
  readonly icon?: TonedIcon;
}

interface FilterButtonsProps<T extends string> {
  readonly variant: 'filter-tabs' | 'filter-tiles';
  readonly value: T;
  readonly choices: readonly FilterChoice<T>[];
  readonly onChoose: (value: T) => void;
}

export function FilterButtons<T extends string>({
  variant,
  value,
  choices,
  onChoose,
}: FilterButtonsProps<T>) {
  return (
    <div role="group" aria-label={t('bulkShown')} class={variant}>
      {choices.map(({ value: choice, label, count, icon }) => (
        <button type="button" key={choice} aria-pressed={choice === value} onClick={() => onChoose(choice)}>
          <span class="filter-label">
            {icon && <StatusIcon of={icon} />}
            {label}
          </span>{' '}
          <span class="filter-count number">{formatNumber(count)}</span>
        </button>
      ))}
    </div>
  );
}
