/** The section "Links": all links of the account, searched while the user types. */
import { Link, ListPlus, Plus, Search, X } from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { VirtualList } from '../../../components/virtual-list.tsx';
import { delay } from '../../../lib/time/delay.ts';
import type { MirrorLink } from '../../../lib/mirror/search/link-columns.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isolateTruncated } from '../../../lib/i18n/truncate.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LocalCopyUnreadable } from '../alert.tsx';
import { SyncButton } from '../sync-now.tsx';
import type { OpenSectionProps } from '../section-props.ts';
import { createLinksModel, type LinksModel, type LinksProps } from './links-model.ts';
import { Details } from './details.tsx';
import { Export } from './export.tsx';
import { Filters } from './filters.tsx';
import { storeTargetNames } from './store-target-names.ts';
import { LinkCells } from './link-cells.tsx';
import { ServerSearch } from './server-search.tsx';
import { SyncCard } from './sync-card.tsx';
import { useScrollbarWidth } from './use-scrollbar-width.ts';
import { newer } from './newest-clicks.ts';
import { CampaignListUrl, describeUnknownLinks, isCampaignEmpty } from './unknown-campaign-links.tsx';

function retainedModel({ deps, models }: Pick<OpenSectionProps, 'deps' | 'models'>): LinksModel {
  if (models.links && !models.links.isStopped()) return models.links;
  models.links = createLinksModel({ ...deps, delay, storeTargetNames });
  return models.links;
}

export function Links({ deps, page, models }: OpenSectionProps) {
  const [model] = useState(() => retainedModel({ deps, models }));
  const props = { model, deps, page };
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  useScrollbarWidth(root);
  const isOpen = model.open.value !== null;
  const isEmpty = isEmptyAccount(model);
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
    <div ref={root} class="links split" data-open={isOpen}>
      <div class="link-pane">
        <Export {...props} hasLinks={!isEmpty}>
          <h2 tabIndex={-1}>{t('links')}</h2>
        </Export>
        {model.unreadable.value && <LocalCopyUnreadable onRetry={model.readAll} />}
        {isEmpty ? (
          <NoLinks {...props} />
        ) : (
          <>
            <SyncCard {...props} />
            <div role="search" aria-label={t('links')} class="search-bar line">
              <LinkSearch {...props} field={field} list={list} />
              <Filters model={model} now={page.steppedNow.value} />
            </div>
            <Status {...props} field={field} />
            <List {...props} list={list} onExitTop={() => field.current?.focus()} />
            {isNothingFound(model) && <NothingFound {...props} field={field} />}
            <CampaignListUrl key={model.query.value.campaign} {...props} />
            <ServerSearch {...props} />
          </>
        )}
      </div>
      {isOpen && <Details key={model.open.value?.id} {...props} onClose={() => deps.navigate('links')} />}
    </div>
  );
}

function isEmptyAccount({ freshness, revision, index }: LinksModel): boolean {
  void revision.value;
  const links = freshness.value?.links;
  return links?.complete === true && links.count === 0 && index.size === 0;
}

function NoLinks({ deps, page }: LinksProps) {
  return (
    <EmptyState icon={Link} heading={t('linksEmpty')} hint={t('linksEmptyHint')}>
      <Button icon={Plus} text={t('newLink')} class="main" onClick={page.deps.openNewLink} />
      <Button icon={ListPlus} text={t('bulk')} onClick={() => deps.navigate('bulk')} />
    </EmptyState>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

interface FieldProps extends LinksProps {
  readonly field: { current: HTMLInputElement | null };
  readonly list: { readonly current: HTMLDivElement | null };
}

function LinkSearch({ model, deps, field, list }: FieldProps) {
  const { text } = model.query.value;
  const onKeyDown = (event: KeyboardEvent) => {
    // The key belongs to the input method: Enter takes what it suggests.
    if (event.isComposing) return;
    const count = model.results.value.slots.length;
    if (event.key === 'ArrowDown' && count > 0) {
      const active = Math.max(0, model.active.value);
      list.current?.focus();
      // After the focus, which would make the first row in sight active.
      model.active.value = active;
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
    <SearchField
      field={field}
      aria-label={t('searchLinks')}
      placeholder={t('findLinksHint')}
      aria-controls="links-list"
      shortcut="/"
      value={text}
      onSearch={(typed) => {
        // The details of a link that was found before would stand beside the results of this search, or over them.
        if (model.open.value !== null) deps.navigate('links');
        model.change({ text: typed });
      }}
      onKeyDown={onKeyDown}
    />
  );
}

const isFiltered = ({ query, hasFilters }: LinksModel): boolean =>
  query.value.text.trim() !== '' || hasFilters.value;

const isNothingFound = (model: LinksModel): boolean =>
  isFiltered(model) && model.results.value.slots.length === 0;

/** Of the words that were searched, in characters. */
const maxQuoted = 80;

/** Names what has left nothing: the words, the filters, or both. */
function describeNothing({ query, hasFilters }: LinksModel): string {
  const words = query.value.text.trim();
  if (words === '') return t('linksNoneFiltered');
  const quoted = isolateTruncated(words, maxQuoted);
  return t(hasFilters.value ? 'linksNoneSearchFiltered' : 'linksNone', quoted);
}

/** In the place of the rows. */
function NothingFound({ model, field }: Pick<FieldProps, 'model' | 'field'>) {
  return (
    <EmptyState
      icon={Search}
      heading={describeNothing(model)}
      hint={isCampaignEmpty(model) ? describeUnknownLinks(model) : undefined}
    >
      <ShowAll model={model} field={field} />
    </EmptyState>
  );
}

interface ShowAllProps extends Pick<FieldProps, 'model' | 'field'> {
  readonly isQuiet?: boolean;
}

function ShowAll({ model, field, isQuiet = false }: ShowAllProps) {
  return (
    <Button
      icon={X}
      text={t('showAllLinks')}
      class={isQuiet ? 'quiet' : undefined}
      onClick={() => {
        model.clear();
        // The button goes with what it has cleared.
        field.current?.focus();
      }}
    />
  );
}

/** The number of results, of those that are only similar, and of the clicks of a campaign's, say. */
function describeResults(model: LinksModel): readonly string[] {
  const { query, hasFilters, results, freshness, index } = model;
  const { slots, fuzzyCount } = results.value;
  const hasText = query.value.text.trim() !== '';
  const all = index.size;
  // While the mirror is incomplete, the card above has the number of links.
  if (!hasText && !hasFilters.value)
    return freshness.value?.links.complete === false || all === 0 ? [] : [formatCount('linksCount', all)];
  if (isCampaignEmpty(model))
    return hasText ? [describeNothing(model), describeUnknownLinks(model)] : [describeUnknownLinks(model)];
  if (slots.length === 0) return [describeNothing(model)];
  if (slots.length === fuzzyCount) return [formatCount('linksOnlySimilar', fuzzyCount)];
  const found = formatCount('linksFound', all, formatNumber(slots.length - fuzzyCount));
  const exact = freshness.value?.links.complete === false ? t('countSoFar', found) : found;
  if (fuzzyCount > 0) return [exact, formatCount('linksSimilar', fuzzyCount)];
  // With each key that is typed, they would be announced again.
  const clicks = hasText ? null : model.clicks.value;
  return clicks === null ? [exact] : [exact, formatCount('clicks', clicks)];
}

/** The number of results, and the freshness of the mirror, once it is complete. */
function Status({ model, page, field }: Omit<FieldProps, 'list'>) {
  const links = model.freshness.value?.links;
  const at = links?.complete ? links.at : null;
  // Shown in the place of the rows; here for screen readers.
  const isHidden = isNothingFound(model);
  return (
    <div class="links-status line">
      <p role="status" class={isHidden ? 'visually-hidden' : 'found'}>
        {describeResults(model).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
      {isFiltered(model) && !isHidden && <ShowAll model={model} field={field} isQuiet />}
      <p role="status" class="notice">
        <CopyStatus {...model} />
      </p>
      <div class="sync-status">
        <p class="synced">{at !== null && t('syncedAgo', formatAge(at, page.steppedNow.value))}</p>
        <SyncButton {...model} />
      </div>
    </div>
  );
}

/** Of a link in the list or in the service's results; the details tell it of their own. */
function CopyStatus({ notice, open }: LinksModel) {
  const { name, what } = notice.value ?? {};
  if (name === undefined || what === open.value?.id) return null;
  // Visible in the row; here for screen readers.
  return name === 'copied' ? <span class="visually-hidden">{t('copied')}</span> : <>{t('notCopied')}</>;
}

/** Height of a row in px, as in links.css. */
const rowHeight = 56;
/** Rows of the first sync's list, the ones still to come as gray shapes. */
const minRowsSyncing = 8;

/** Of the details and the row, whose clicks are not known before a list has shown it: a sync may follow the details. */
function newestClicks({ open }: LinksModel, link: MirrorLink | null): number | null {
  const { id, details } = open.value ?? {};
  return newer(link?.id === id ? details?.clicks : null, link?.confirmed ? link.clicks : null);
}

interface ListProps extends LinksProps {
  readonly list: { current: HTMLDivElement | null };
  readonly onExitTop: () => void;
}

function List({ model, deps, page, list, onExitTop }: ListProps) {
  const { slots, fuzzyCount, words } = model.results.value;
  const openId = model.open.value?.id;
  const active = model.active.value;
  const notice = model.notice.value;
  const clicksOf = (link: MirrorLink | null) => newestClicks(model, link);
  const isCopied = (link: MirrorLink | null) => notice?.name === 'copied' && notice.what === link?.id;
  const isFuzzy = (row: number) => row >= slots.length - fuzzyCount;
  const similarHead = (row: number) =>
    row > 0 && row === slots.length - fuzzyCount ? formatCount('linksSimilar', fuzzyCount) : null;
  const idAt = (row: number) => model.rowAt(row)?.id ?? '';
  const isSyncing = model.freshness.value?.links.complete === false;
  return (
    <>
      {slots.length > 0 && <ListHead />}
      <VirtualList
        id="links-list"
        label={t('links')}
        listRef={list}
        contents={JSON.stringify(model.query.value)}
        count={slots.length}
        rowHeight={rowHeight}
        active={active}
        open={openId === undefined ? -1 : idAt(active) === openId ? active : model.rowOf(openId)}
        keyOf={idAt}
        depsOf={(row) => {
          const link = model.rowAt(row);
          return [link, clicksOf(link), words.join(' '), isFuzzy(row), similarHead(row), isCopied(link)];
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
                clicks={clicksOf(link)}
                isLoaded={link.confirmed}
                words={words}
                isFuzzy={isFuzzy(row)}
                similarHead={similarHead(row)}
                now={page.now.peek()}
                copied={isCopied(link)}
                onCopy={() => void model.copy(link)}
              />
            )
          );
        }}
      />
      {isSyncing && words.length === 0 && !model.hasFilters.value && (
        <Skeletons count={minRowsSyncing - slots.length} />
      )}
    </>
  );
}

/** Hidden from screen readers: each cell says what it contains. */
function ListHead() {
  return (
    <p class="list-head hint" aria-hidden="true">
      <span class="texts">{t('shortLink')}</span>
      <span class="row-clicks">{t('statClicks')}</span>
      <span class="day">{t('createdOn')}</span>
      <span class="row-acts" />
    </p>
  );
}

/** Where a row will be while the first sync is still running. */
function Skeletons({ count }: { readonly count: number }) {
  return (
    <ul class="skeletons" aria-hidden="true">
      {Array.from({ length: Math.max(0, count) }, (_, n) => (
        <li key={n}>
          <span class="monogram" />
          <span class="texts" />
        </li>
      ))}
    </ul>
  );
}
