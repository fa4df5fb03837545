/** Where the rows come from: typed or pasted, a file chosen or dropped, the open tabs. */
import { useRef, useState } from 'preact/hooks';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { t } from '../../../lib/i18n/t.ts';
import { maxRows } from '../../../lib/bulk/parse-table.ts';
import type { ImportNotice } from './import-deps.ts';
import type { ImportModel } from './import-model.ts';

export interface ImportSourceProps {
  readonly model: ImportModel;
  readonly tabsOpen: boolean;
  readonly onTabs: () => void;
}

export function ImportSource({ model, tabsOpen, onTabs }: ImportSourceProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const file = model.file.value;
  const take = (files: FileList | null | undefined) => {
    const [first] = files ?? [];
    if (first) void model.loadFile(first);
  };
  return (
    <div
      class={over ? 'source over' : 'source'}
      onDragOver={(event) => {
        if (!holdsFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!holdsFile(event)) return;
        event.preventDefault();
        take(event.dataTransfer?.files);
      }}
    >
      {file === '' ? (
        <>
          <label for="bulk-text">{t('bulkText')}</label>
          <textarea
            id="bulk-text"
            dir="ltr"
            rows={6}
            spellcheck={false}
            autocomplete="off"
            aria-describedby="bulk-text-hint"
            value={model.text.value}
            onInput={(event) => model.type(event.currentTarget.value)}
          />
          <p id="bulk-text-hint" class="note">
            {t('bulkTextHint')}
          </p>
        </>
      ) : (
        <p class="file">
          <bdi>{t('bulkFile', file)}</bdi>
        </p>
      )}
      <p class="acts">
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file once more is a choice as well.
            currentTarget.value = '';
          }}
        />
        <button type="button" onClick={() => chooser.current?.click()}>
          {t('bulkChooseFile')}
        </button>
        <button type="button" aria-expanded={tabsOpen} onClick={onTabs}>
          {t('bulkAllTabs')}
        </button>
        {model.text.value !== '' && (
          <button type="button" onClick={model.clear}>
            {t('bulkClear')}
          </button>
        )}
      </p>
      <p role="status" class="told">
        <Told note={model.notice.value} />
      </p>
      {model.table.value?.cut && <p class="wrong">{t('bulkCut', formatNumber(maxRows))}</p>}
      {model.hasPasswords.value && <p class="note">{t('bulkHasPasswords')}</p>}
    </div>
  );
}

function holdsFile({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function Told({ note }: { readonly note: ImportNotice | null }) {
  switch (note?.name) {
    case undefined:
      return null;
    case 'too-large':
      return <>{t('bulkTooLarge')}</>;
    case 'not-readable':
      return <>{t('bulkNotReadable')}</>;
    case 'not-stored':
      return <>{t('bulkNotStored')}</>;
    case 'draft-not-read':
      return <>{t('bulkDraftNotRead')}</>;
    case 'nothing-left':
      return <>{t('bulkNothingLeft')}</>;
    case 'tabs':
      return (
        <>
          {formatCount('bulkTabsTaken', note.taken)} {note.left > 0 && formatCount('bulkTabsLeft', note.left)}
        </>
      );
    case 'added':
      return <>{formatCount('bulkAdded', note.count)}</>;
    case 'not-added':
      return (
        <bdi>
          {t('bulkNotAdded', note.what)} {note.failure && describeFailure(note.failure, Date.now()).sentence}
        </bdi>
      );
  }
}
