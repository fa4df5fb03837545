/** "Export…": the links that are shown, or all of them, as a file. */
import { Download, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { onEscape } from '../../../components/on-escape.ts';
import { saveFile } from '../../../lib/browser/share.ts';
import { delay } from '../../../lib/time/delay.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import { exportFileName } from './export-file-name.ts';
import type { FileContext } from './export-links.ts';
import type { LinksModel } from './links-model.ts';
import type { LinksProps } from './links-props.ts';

const formats = [
  ['csv', 'downloadCsv'],
  ['json', 'downloadJson'],
] as const;
type Format = (typeof formats)[number][0];

/** Between two checks whether all links have been read, in ms. */
const pollMs = 50;

interface ExportProps extends Pick<LinksProps, 'model' | 'page'> {
  /** Without any there is no button. */
  readonly hasLinks: boolean;
  /** The heading beside the button. */
  readonly children: ComponentChildren;
}

/** The head of the section, with the form below it. */
export function Export({ model, page, hasLinks, children }: ExportProps) {
  const { isExportOpen } = model;
  const form = useExport(model, page);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div class="page-head">
        {children}
        {hasLinks && (
          <Button
            icon={Download}
            text={t('exportLinks')}
            class="quiet"
            ref={button}
            aria-expanded={isExportOpen.value}
            onClick={() => {
              isExportOpen.value = !isExportOpen.peek();
              form.clearStatus();
            }}
          />
        )}
      </div>
      {isExportOpen.value && hasLinks && (
        <ExportForm
          {...form}
          model={model}
          now={page.now.value}
          onClose={() => {
            isExportOpen.value = false;
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** State of the form, which is retained while the form is closed. */
function useExport(model: LinksModel, page: ManageModel) {
  const [all, setAll] = useState(false);
  const [status, setStatus] = useState('');

  async function save(format: Format): Promise<void> {
    setStatus(t('exporting'));
    // A file without the links that have not been read yet would look complete.
    while (!model.isFilled.peek() && !model.unreadable.peek() && !model.isStopped()) await delay(pollMs);
    if (model.isStopped()) return;
    const { index, records, fullLinks } = model;
    const { slots } = model.results.value;
    const rows = index.linksAt(all ? index.order : slots);
    const query = all ? null : model.query.value;
    const freshness = model.freshness.value?.links;
    const context: FileContext = {
      service: page.view.value?.site ?? '',
      at: Date.now(),
      asOf: freshness?.at ?? null,
      complete: freshness?.complete === true && model.isFilled.value,
      records: records.value,
      details: fullLinks(),
      pause: () => delay(0),
    };
    try {
      const { linksAsCsv, linksAsJson } = await import('./export-links.ts');
      const file = format === 'csv' ? linksAsCsv(rows, context) : linksAsJson(rows, context);
      const name = exportFileName(query, context.records.campaigns, context.at, format);
      saveFile(name, await file);
      setStatus(formatCount('exported', rows.length));
    } catch {
      // An update of the extension has replaced its files.
      setStatus(t('sectionNotLoaded'));
    }
  }

  return { all, setAll, status, clearStatus: () => setStatus(''), save };
}

interface ExportFormProps extends ReturnType<typeof useExport> {
  readonly model: LinksModel;
  readonly now: number;
  readonly onClose: () => void;
}

function ExportForm({ model, now, all, setAll, status, save, onClose }: ExportFormProps) {
  const syncedAt = model.freshness.value?.links.at ?? null;
  const shown = model.results.value.slots.length;
  const total = model.index.size;
  const isEmpty = (all ? total : shown) === 0;
  return (
    <fieldset class="export card" onKeyDown={onEscape(onClose)}>
      <legend>{t('exportWhich')}</legend>
      <Button icon={X} text={t('close')} class="quiet close-export" onClick={onClose} />
      <RangeChoice id="export-shown" checked={!all} onChoose={() => setAll(false)}>
        {formatCount('exportCurrentView', shown)}
      </RangeChoice>
      <RangeChoice id="export-all" checked={all} onChoose={() => setAll(true)}>
        {formatCount('exportAll', total)}
      </RangeChoice>
      {model.freshness.value?.links.complete !== true && <p class="note">{t('exportSyncedOnly')}</p>}
      {/* The view then has no more than those, though the campaign may. */}
      {!all && model.query.value.campaign !== '' && <p class="note">{t('campaignsKnown')}</p>}
      <p class="note">
        {t('exportHint')} {syncedAt !== null && t('exportAsOf', formatAge(syncedAt, now))}
      </p>
      <div class="acts">
        {formats.map(([format, word]) => (
          <Button
            key={format}
            icon={Download}
            text={t(word)}
            disabled={isEmpty}
            onClick={() => void save(format)}
          />
        ))}
        <p role="status" class="notice">
          {status}
        </p>
      </div>
    </fieldset>
  );
}

interface RangeChoiceProps {
  readonly id: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ComponentChildren;
}

function RangeChoice({ id, checked, onChoose, children }: RangeChoiceProps) {
  return (
    <label>
      <input type="radio" name="export-which" id={id} checked={checked} onChange={onChoose} /> {children}
    </label>
  );
}
