/** "Export…": the links as they are shown, or all of them, as a file. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { saveFile } from '../../../lib/browser/share.ts';
import { delay } from '../../../lib/messages/delay.ts';
import { linksOf } from '../../../lib/mirror/search/search.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { FileContext } from './export-links.ts';
import type { LinksProps } from './links-props.ts';

type Kind = 'csv' | 'json';

export interface ExportProps extends Pick<LinksProps, 'model' | 'page'> {
  /** What stands beside its button. */
  readonly before: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Export({ model, page, before, children }: ExportProps) {
  const [isOpen, setOpen] = useState(false);
  const [all, setAll] = useState(false);
  const [told, setTold] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const shown = model.results.value.slots.length;
  const whole = model.index.size;
  const links = model.freshness.value?.links;

  async function save(kind: Kind): Promise<void> {
    setTold(t('exporting'));
    const { index, records, fullLinks } = model;
    const rows = linksOf(index, all || shown === whole ? index.order : model.results.value.slots);
    const context: FileContext = {
      service: page.view.value?.site ?? '',
      at: Date.now(),
      asOf: links?.at ?? null,
      complete: links?.complete === true,
      records: records.value,
      details: fullLinks(),
      pause: () => delay(0),
    };
    const { linksAsCsv, linksAsJson } = await import('./export-links.ts');
    const file = kind === 'csv' ? linksAsCsv(rows, context) : linksAsJson(rows, context);
    saveFile(`links-${new Date().toISOString().slice(0, 10)}.${kind}`, await file);
    setTold(formatCount('exported', rows.length));
  }

  const choose = (value: boolean, id: string, text: string) => (
    <label>
      <input
        type="radio"
        name="export-which"
        id={id}
        checked={all === value}
        onChange={() => setAll(value)}
      />{' '}
      {text}
    </label>
  );
  return (
    <>
      <p class="acts">
        {before}
        <button
          type="button"
          ref={button}
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
            setTold('');
          }}
        >
          {t('exportLinks')}
        </button>
        {children}
      </p>
      {isOpen && (
        <fieldset
          class="export"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            setOpen(false);
            button.current?.focus();
          }}
        >
          <legend>{t('exportWhich')}</legend>
          {choose(false, 'export-shown', t('exportShown', formatCount('linksCount', shown)))}
          {choose(true, 'export-all', t('exportAll', formatCount('linksCount', whole)))}
          {links?.complete !== true && <p class="note">{t('exportPart')}</p>}
          <div class="acts">
            <button type="button" disabled={whole === 0} onClick={() => void save('csv')}>
              {t('downloadCsv')}
            </button>
            <button type="button" disabled={whole === 0} onClick={() => void save('json')}>
              {t('downloadJson')}
            </button>
          </div>
          <p role="status" class="told">
            {told}
          </p>
        </fieldset>
      )}
    </>
  );
}
