/** The filters and the order of the link list. The filters are collapsed at first. */
import { ListFilter, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { Select } from '../../../components/select.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { SearchQuery, Sort } from '../../../lib/mirror/search/search.ts';
import { formatServiceDate } from '../../../lib/i18n/service-time.ts';
import { t, type MessageName } from '../../../lib/i18n/t.ts';
import { allDateRanges, chosenDays, dateRanges, rangeOf } from './date-ranges.ts';
import type { LinksModel } from './links-model.ts';

const sorts = {
  best: 'sortBest',
  newest: 'sortNewest',
  oldest: 'sortOldest',
  clicks: 'sortClicks',
} as const satisfies Record<Sort, MessageName>;

const isSort = (value: string): value is Sort => Object.hasOwn(sorts, value);

const allSorts = Object.keys(sorts).filter(isSort);
/** Without words to match, the best are the newest. */
const withoutWords = allSorts.filter((sort) => sort !== 'newest');

const days = [
  ['from', 'fromDay'],
  ['to', 'toDay'],
] as const;

interface FiltersProps {
  readonly model: LinksModel;
  /** Epoch ms. */
  readonly now: number;
}

export function Filters({ model, now }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const query = model.query.value;
  const { campaigns, channels } = model.records.value;
  const domains = model.domains.value.map((name) => ({ id: name, name }));
  const choices = [
    ['campaign', campaigns],
    ['channel', channels],
    ['domain', domains],
  ] as const;
  const active = activeFilters(model, now);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <SortChoice model={model} />
      <Button
        icon={ListFilter}
        text={active.length === 0 ? t('linkFilters') : t('linkFiltersSet', formatNumber(active.length))}
        ref={button}
        class={active.length > 0 ? 'set' : undefined}
        aria-expanded={isOpen}
        aria-controls="link-filters"
        onClick={() => setOpen(!isOpen)}
      />
      {!isOpen && <ActiveFilters {...{ model, active }} onRemove={() => button.current?.focus()} />}
      <div id="link-filters" class="filters" hidden={!isOpen}>
        {choices.map(([field, options]) => (
          <Field key={field} id={`filter-${field}`} label={t(field)}>
            <Select
              id={`filter-${field}`}
              value={query[field]}
              onChange={({ currentTarget }) => model.change({ [field]: currentTarget.value })}
            >
              <option value="">{t('anyValue')}</option>
              {options.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        ))}
        <DateRangeChoice model={model} now={now} />
        {days.map(([field, name]) => (
          <Field key={field} id={`filter-${field}`} label={t(name)}>
            <input
              id={`filter-${field}`}
              type="date"
              value={query[field]}
              onInput={({ currentTarget }) => model.change({ [field]: currentTarget.value })}
            />
          </Field>
        ))}
        {query.campaign !== '' && <p class="hint">{t('campaignsKnown')}</p>}
      </div>
    </>
  );
}

interface ActiveFilter {
  readonly text: string;
  /** Removes it. */
  readonly without: Partial<SearchQuery>;
}

interface ActiveFiltersProps extends Pick<FiltersProps, 'model'> {
  readonly active: readonly ActiveFilter[];
  /** The button that had the focus goes. */
  readonly onRemove: () => void;
}

/** A range of days is one choice, though it may fill both days. */
function activeFilters(model: LinksModel, now: number): readonly ActiveFilter[] {
  const query = model.query.value;
  const { campaigns, channels } = model.records.value;
  const nameIn = (list: readonly PickerOption[], id: string) =>
    list.find((one) => one.id === id)?.name ?? t('namedById', id);
  const range = rangeOf(query, now, model.chosenRange.value);
  const active: ActiveFilter[] = [];
  const add = (name: MessageName, value: string, without: ActiveFilter['without']) =>
    active.push({ text: t('setTo', t(name), value), without });
  if (query.campaign) add('campaign', nameIn(campaigns, query.campaign), { campaign: '' });
  if (query.channel) add('channel', nameIn(channels, query.channel), { channel: '' });
  if (query.domain) add('domain', query.domain, { domain: '' });
  if (range === 'custom')
    for (const [field, name] of days)
      if (query[field]) add(name, formatServiceDate(query[field]), { [field]: '' });
  if (range !== 'any' && range !== 'custom') add('createdOn', t(dateRanges[range]), { from: '', to: '' });
  return active;
}

/** The filters that are set, while the fields are collapsed: a list that is empty because of them says why. */
function ActiveFilters({ model, active, onRemove }: ActiveFiltersProps) {
  if (active.length === 0) return null;
  return (
    <ul class="active-filters" aria-label={t('linkFilters')}>
      {active.map(({ text, without }) => (
        <li key={text} class="chip">
          <bdi>{text}</bdi>
          <Button
            icon={X}
            size={14}
            aria-label={t('removeChoice', text)}
            onClick={() => {
              model.change(without);
              onRemove();
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function SortChoice({ model }: Pick<FiltersProps, 'model'>) {
  const { sort: chosen, text } = model.query.value;
  const hasWords = text.trim() !== '';
  const nameOf = (sort: Sort) => (sort === 'best' && !hasWords ? 'sortNewest' : sorts[sort]);
  return (
    <p>
      <label for="sort-links" class="visually-hidden">
        {t('sortLinks')}
      </label>
      <Select
        id="sort-links"
        value={chosen === 'newest' && !hasWords ? 'best' : chosen}
        onChange={({ currentTarget }) =>
          isSort(currentTarget.value) && model.change({ sort: currentTarget.value })
        }
      >
        {(hasWords ? allSorts : withoutWords).map((sort) => (
          <option key={sort} value={sort}>
            {t(nameOf(sort))}
          </option>
        ))}
      </Select>
    </p>
  );
}

/** Fills the date fields beside it. */
function DateRangeChoice({ model, now }: FiltersProps) {
  const chosen = rangeOf(model.query.value, now, model.chosenRange.value);
  return (
    <Field id="filter-created" label={t('createdOn')}>
      <Select
        id="filter-created"
        value={chosen}
        onChange={({ currentTarget }) => {
          const found = chosenDays(currentTarget.value, now);
          if (found === null) return;
          model.chosenRange.value = currentTarget.value;
          model.change(found);
        }}
      >
        {allDateRanges.map((range) => (
          <option key={range} value={range}>
            {t(dateRanges[range])}
          </option>
        ))}
        {chosen === 'custom' && <option value="custom">{t('customDays')}</option>}
      </Select>
    </Field>
  );
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly children: ComponentChildren;
}

function Field({ id, label, children }: FieldProps) {
  return (
    <p>
      <label for={id} class="hint">
        {label}
      </label>
      {children}
    </p>
  );
}
