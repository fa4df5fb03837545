/** The section "Links": all links of the account, searched while the user types. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { VirtualList } from '../../../components/virtual-list.tsx';
import { delay } from '../../../lib/messages/delay.ts';
import type { ListedLink } from '../../../lib/mirror/search/link-columns.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import { RetryAlert } from '../retry-alert.tsx';
import type { SectionModule, SectionDeps } from '../section-deps.ts';
import { Details } from './details.tsx';
import { Export } from './export.tsx';
import { Filters } from './filters.tsx';
import { storeTargetNames } from './store-target-names.ts';
import { LinkCells } from './link-cells.tsx';
import { createLinksModel, type LinksModel } from './links-model.ts';
import type { LinksProps } from './links-props.ts';
import { ServerSearch } from './server-search.tsx';

export const render: SectionModule['render'] = (deps, model) => <Links deps={deps} page={model} />;

function modelFor(deps: SectionDeps): LinksModel {
  const { retained } = deps;
  if (retained.links === undefined || retained.links.isStopped())
    retained.links = createLinksModel({ ...deps, delay, learn: storeTargetNames });
  return retained.links;
}

export function Links({ deps, page }: Omit<LinksProps, 'model'>) {
  const [model] = useState(() => modelFor(deps));
  const props = { model, deps, page };
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isOpen = model.open.value !== null;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    // The focus returns to the list or the search field, unless it has moved elsewhere.
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      (model.results.value.slots.length > 0 ? list : field).current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div class="links" data-open={isOpen}>
      <div class="finding">
        <h2 tabIndex={-1}>{t('links')}</h2>
        <div role="search" aria-label={t('links')}>
          <SearchField {...props} field={field} list={list} />
          <Filters model={model} />
        </div>
        <Status {...props} />
        {model.unreadable.value && <RetryAlert text={t('localCopyUnreadable')} onRetry={model.readAll} />}
      </div>
      <div class="panes">
        <div class="found">
          <List {...props} list={list} onExitTop={() => field.current?.focus()} />
          <ServerSearch {...props} />
        </div>
        {isOpen && <Details key={model.open.value?.id} {...props} onClose={() => deps.navigate('links')} />}
      </div>
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

interface FieldProps extends LinksProps {
  readonly field: { readonly current: HTMLInputElement | null };
  readonly list: { readonly current: HTMLDivElement | null };
}

function SearchField({ model, deps, field, list }: FieldProps) {
  const { text } = model.query.value;
  const onKeyDown = (event: KeyboardEvent) => {
    const count = model.results.value.slots.length;
    if (event.key === 'ArrowDown' && count > 0) {
      model.active.value = Math.max(0, model.active.value);
      list.current?.focus();
    } else if (event.key === 'Escape' && text !== '') model.change({ text: '' });
    else if (event.key === 'Enter') {
      const first = model.rowAt(Math.max(0, model.active.value));
      if (first) deps.navigate('links', first.id);
      else if (model.isAddress.value) model.lookUp();
      else model.searchService();
    } else return;
    event.preventDefault();
  };
  return (
    <p class="search-field">
      <label for="find-links">{t('findLinks')}</label>
      <input
        id="find-links"
        ref={field}
        type="search"
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        placeholder={t('findLinksHint')}
        aria-controls="links-list"
        value={text}
        onInput={({ currentTarget }) => model.change({ text: currentTarget.value })}
        onKeyDown={onKeyDown}
      />
    </p>
  );
}

function describeResults({ query, filterCount, results, freshness, index }: LinksModel): string {
  const { slots, fuzzyCount: alike } = results.value;
  const hasText = query.value.text.trim() !== '';
  const all = index.size;
  // While the mirror is incomplete, the number of links is part of the freshness.
  if (!hasText && filterCount.value === 0)
    return freshness.value?.links.complete === false || all === 0 ? '' : formatCount('linksCount', all);
  if (slots.length === 0) return t(hasText ? 'linksNone' : 'linksNoneFiltered');
  if (slots.length === alike) return formatCount('linksOnlySimilar', alike);
  const exact = t('linksFound', formatNumber(slots.length - alike), formatCount('linksCount', all));
  return alike === 0 ? exact : `${exact} · ${formatCount('linksSimilar', alike)}`;
}

/** The number of results, and the freshness of the mirror. */
function Status({ model, page }: LinksProps) {
  const links = model.freshness.value?.links;
  const isFiltered = model.query.value.text.trim() !== '' || model.filterCount.value > 0;
  return (
    <div class="links-status">
      <div>
        <p role="status" class="notice">
          {describeResults(model)}
        </p>
        <p class="notice">
          {links && describeFreshness(links, page.now.value)}
          {model.syncRequestedAt.value !== null && ` · ${t('linksSyncing')}`}
        </p>
      </div>
      <Export
        model={model}
        page={page}
        before={
          <button type="button" onClick={() => model.syncNow()}>
            {t('syncNow')}
          </button>
        }
      >
        <button type="button" data-idle={!isFiltered} onClick={() => model.clear()}>
          {t('showAllLinks')}
        </button>
      </Export>
    </div>
  );
}

type LinksFreshness = NonNullable<LinksModel['freshness']['value']>['links'];

function describeFreshness({ count, total, complete, at }: LinksFreshness, now: number): string {
  const age = at === null ? '' : t('linksSyncedAgo', formatAge(at, now));
  if (complete) return age;
  const part =
    count === 0 && at === null
      ? t('linksNeverSynced')
      : total !== null && total > count
        ? t('linksSyncedOf', formatNumber(count), formatNumber(total))
        : formatCount('linksSyncedSoFar', count);
  return [part, age].filter((text) => text !== '').join(' · ');
}

/** Height of a row in px, as in links.css. */
const rowHeight = 56;
/** Width of a row without its texts, with and without "Copy", in px. */
const widthBesideTexts = { wide: 190, narrow: 118 };
/** Width of the list below which "Copy" is hidden, as in links.css. */
const minWideWidth = 488;

interface ListProps extends LinksProps {
  readonly list: { current: HTMLDivElement | null };
  readonly onExitTop: () => void;
}

function List({ model, deps, list, onExitTop }: ListProps) {
  const { slots, fuzzyCount: alike, words } = model.results.value;
  const maxLength = useMaxTextLength(list);
  const openId = model.open.value?.id;
  const active = model.active.value;
  const notice = model.notice.value;
  const full = model.open.value?.full;
  /** The details of the open link are newer than its row. */
  const clicksOf = (link: ListedLink | null) => (full && link?.id === openId ? full.clicks : link?.clicks);
  const isCopied = (link: ListedLink | null) => notice?.name === 'copied' && notice.id === link?.id;
  const isAlike = (row: number) => row >= slots.length - alike;
  const idAt = (row: number) => model.rowAt(row)?.id ?? '';
  return (
    <VirtualList
      id="links-list"
      label={t('links')}
      listRef={list}
      count={slots.length}
      rowHeight={rowHeight}
      active={active}
      open={openId !== undefined && idAt(active) === openId ? active : rowOf(model, openId)}
      keyOf={idAt}
      depsOf={(row) => {
        const link = model.rowAt(row);
        return [link, clicksOf(link), words.join(' '), isAlike(row), maxLength, isCopied(link)];
      }}
      onActive={(row) => (model.active.value = row)}
      onOpen={(row) => deps.navigate('links', idAt(row))}
      onCopy={(row) => void model.copy(model.rowAt(row))}
      onExitTop={onExitTop}
      render={(row) => {
        const link = model.rowAt(row);
        return (
          link && (
            <LinkCells
              link={link}
              clicks={clicksOf(link) ?? null}
              words={words}
              alike={isAlike(row)}
              maxLength={maxLength}
              copied={isCopied(link)}
              onCopy={() => void model.copy(link)}
            />
          )
        );
      }}
    />
  );
}

/** The number of characters that fit into a row of the list, measured again when its width changes. */
function useMaxTextLength(list: ListProps['list']): number {
  const [maxLength, setMaxLength] = useState(60);
  useLayoutEffect(() => {
    if (list.current === null || typeof ResizeObserver === 'undefined') return;
    const letter = measureLetter(list.current);
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      const otherWidth = width > minWideWidth ? widthBesideTexts.wide : widthBesideTexts.narrow;
      if (width > 0) setMaxLength(Math.max(16, Math.floor((width - otherWidth) / letter)));
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  return maxLength;
}

/** Width of a letter where it can't be measured, in px. */
const defaultLetterWidth = 7.6;

/** Average width of a letter in the texts of a row, in px: half of a URL is bold. */
function measureLetter(element: Element): number {
  const { fontFamily, fontSize } = getComputedStyle(element);
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return defaultLetterWidth;
  const sample = 'www.example.com/products/bread-knife-gallery-199';
  const width = (weight: number) => {
    context.font = `${weight} ${fontSize} ${fontFamily}`;
    return context.measureText(sample).width / sample.length;
  };
  return (width(400) + width(600)) / 2 || defaultLetterWidth;
}

/** The row of the link; -1 where it is not in the results. */
function rowOf(model: LinksModel, id: string | undefined): number {
  const slot = id === undefined ? undefined : model.index.slotOf(id);
  return slot === undefined ? -1 : Array.prototype.indexOf.call(model.results.value.slots, slot);
}
