/** "Export…": the links that are shown, or all of them, as a file. */
import { Download, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { onEscape } from '../../../components/on-escape.ts';
import { isLocal } from '../../../lib/api/base-url.ts';
import { saveFile } from '../../../lib/browser/share.ts';
import { delay } from '../../../lib/time/delay.ts';
import { formatClock } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { MirrorLink } from '../../../lib/mirror/search/link-columns.ts';
import { createSearch, type SearchQuery } from '../../../lib/mirror/search/search.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { SyncButton } from '../sync-now.tsx';
import type { LinksModel, LinksProps } from './links-model.ts';
import { exportFileName } from './export-file-name.ts';
import type { FileContext } from './export-links.ts';
import { clicksAsOf, syncClicks, type ClickTimes } from './newest-clicks.ts';

const formats = [
  ['csv', 'downloadCsv'],
  ['json', 'downloadJson'],
] as const;
type Format = (typeof formats)[number][0];

/** Between two checks whether all links have been read, in ms. */
const pollMs = 50;

interface ExportProps extends LinksProps {
  /** Without any there is no button. */
  readonly hasLinks: boolean;
  /** The heading beside the button. */
  readonly children: ComponentChildren;
}

/** The head of the section, with the form below it. */
export function Export({ hasLinks, children, ...props }: ExportProps) {
  const { model, page } = props;
  const { isOpen, status } = model.exportForm;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div class="page-head line">
        {children}
        {hasLinks && (
          <Button
            icon={Download}
            text={t('exportLinks')}
            class="quiet"
            ref={button}
            aria-expanded={isOpen.value}
            onClick={() => {
              isOpen.value = !isOpen.peek();
              status.value = '';
            }}
          />
        )}
      </div>
      {isOpen.value && hasLinks && (
        <ExportForm
          model={model}
          now={page.steppedNow.value}
          onSave={(format) => void save(format, props)}
          onClose={() => {
            isOpen.value = false;
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}

async function save(format: Format, props: LinksProps): Promise<void> {
  const { query, exportForm } = props.model;
  const { all, isSaving, isSyncSkipped } = exportForm;
  if (isSaving.peek()) return;
  isSaving.value = true;
  isSyncSkipped.value = false;
  // The view may be another one by the time that the newest clicks are here.
  await write(format, all.peek() ? null : query.peek(), props).finally(() => (isSaving.value = false));
}

async function write(format: Format, query: SearchQuery | null, props: LinksProps): Promise<void> {
  const { model, page } = props;
  const { status, isSyncing, isSyncSkipped } = model.exportForm;
  isSyncing.value = true;
  status.value = t('exportGettingClicks');
  const isNewest = await syncClicks({
    model,
    now: page.deps.now,
    isBlocked: () => isBlocked(page.view.peek()),
    isSkipped: () => isSyncSkipped.peek(),
  });
  isSyncing.value = false;
  status.value = t('exporting');
  // A file without the links that have not been read yet would look complete.
  while (!model.isFilled.peek() && !model.unreadable.peek() && !model.isStopped()) await delay(pollMs);
  if (model.isStopped()) return;
  try {
    const saved = await saveLinks(format, query, props);
    const isOld = !isNewest && !isSyncSkipped.peek();
    status.value = [isOld ? t('exportNotNewest') : '', saved].filter(Boolean).join(' ');
  } catch {
    // An update of the extension has replaced its files.
    status.value = t('sectionNotLoaded');
  }
}

/** A service on this machine needs no network. */
const isBlocked = (view: ActivityView | null): boolean =>
  (view?.blockReason ?? null) !== null || (!navigator.onLine && !isLocal(view?.site ?? ''));

/**
 * @param query of the view; `null` for all links
 * @returns what was saved
 */
async function saveLinks(
  format: Format,
  query: SearchQuery | null,
  { model, deps, page }: LinksProps,
): Promise<string> {
  const { index, records, allDetails } = model;
  const times = model.freshness.value?.links;
  const at = page.deps.now();
  const context: FileContext = {
    service: page.view.value?.site ?? '',
    at,
    times,
    complete: times?.complete === true && model.isFilled.value,
    records: records.value,
    details: allDetails(),
    pause: () => delay(0),
  };
  const { linksAsCsv, linksAsJson, readStored } = await import('./export-links.ts');
  // The list follows a sync a little later.
  const slots = query === null ? index.order : createSearch(index)(query).slots;
  const rows = await readStored(index.linksAt(slots), deps.mirror);
  const file = format === 'csv' ? linksAsCsv(rows, context) : linksAsJson(rows, context);
  saveFile(exportFileName(query, context.records.campaigns, context.at, format), await file);
  return [formatCount('exported', rows.length), describeTimes(rows, times, at)].filter(Boolean).join(' ');
}

/** Times closer than this are one, in ms. */
const sameTimeMs = 60_000;

function describeTimes(rows: readonly MirrorLink[], times: ClickTimes | undefined, now: number): string {
  // Of an account's many links only a few times differ; too many arguments are an error.
  const all = new Set(rows.map((row) => clicksAsOf(row, times)).filter((time) => time !== null));
  if (all.size === 0) return '';
  const [oldest, newest] = [Math.min(...all), Math.max(...all)];
  return newest - oldest < sameTimeMs
    ? t('exportAsOf', formatClock(newest, now))
    : t('exportAsOfOlder', formatClock(newest, now), formatClock(oldest, now));
}

interface ExportActionsProps {
  readonly model: LinksModel;
  readonly onSave: (format: Format) => void;
}

interface ExportFormProps extends ExportActionsProps {
  readonly now: number;
  readonly onClose: () => void;
}

function ExportForm({ model, now, onSave, onClose }: ExportFormProps) {
  const { all, status } = model.exportForm;
  const syncedAt = model.freshness.value?.links.at ?? null;
  const shown = model.results.value.slots.length;
  const total = model.index.size;
  const ranges = [
    ['export-shown', false, formatCount('exportCurrentView', shown)],
    ['export-all', true, formatCount('exportAll', total)],
  ] as const;
  return (
    <fieldset class="export card" onKeyDown={onEscape(onClose)}>
      <legend>{t('exportWhich')}</legend>
      <Button icon={X} text={t('close')} class="quiet close-export" onClick={onClose} />
      {ranges.map(([id, isAll, text]) => (
        <label key={id}>
          <input
            type="radio"
            name="export-which"
            id={id}
            checked={all.value === isAll}
            onChange={() => (all.value = isAll)}
          />{' '}
          {text}
        </label>
      ))}
      {model.freshness.value?.links.complete !== true && <p class="note">{t('exportSyncedOnly')}</p>}
      {/* The view then has no more than those, though the campaign may. */}
      {!all.value && model.query.value.campaign !== '' && <p class="note">{t('campaignsKnown')}</p>}
      <p class="note">
        {t('exportHint')} {/* A file that was saved says how old its own clicks are. */}
        {syncedAt !== null && status.value === '' && t('exportAsOf', formatClock(syncedAt, now))}
      </p>
      <NewLinks model={model} all={all.value} />
      <ExportActions model={model} onSave={onSave} isEmpty={(all.value ? total : shown) === 0} />
    </fieldset>
  );
}

/** The newest links that are examined: more than a person creates between two syncs. */
const maxNew = 1_000;

/** Links that no list of the service has shown: they are newer than the last sync. */
function countNew({ index }: LinksModel, slots: ArrayLike<number> | null): number {
  const isNew = (slot: number) => index.at(slot)?.confirmed === false;
  const found = index.order.slice(0, maxNew).filter(isNew);
  if (slots === null || found.length === 0) return found.length;
  const shown = new Set(Array.from(slots));
  return found.filter((slot) => shown.has(slot)).length;
}

function NewLinks({ model, all }: Pick<ExportFormProps, 'model'> & { readonly all: boolean }) {
  const { slots } = model.results.value;
  const count = useMemo(() => countNew(model, all ? null : slots), [model.revision.value, slots, all]);
  if (count === 0) return null;
  return (
    <p class="new-links note line">
      {formatCount('exportNewLinks', count)}
      <SyncButton {...model} />
    </p>
  );
}

function ExportActions({ model, onSave, isEmpty }: ExportActionsProps & { readonly isEmpty: boolean }) {
  const { status, isSyncing, isSyncSkipped, isSaving } = model.exportForm;
  return (
    <div class="acts">
      {formats.map(([format, word]) => (
        <Button
          key={format}
          icon={Download}
          text={t(word)}
          disabled={isEmpty}
          aria-disabled={isSaving.value}
          onClick={() => onSave(format)}
        />
      ))}
      <p role="status" class="notice">
        {status.value}
      </p>
      {isSyncing.value && <Button text={t('exportNow')} onClick={() => (isSyncSkipped.value = true)} />}
    </div>
  );
}
