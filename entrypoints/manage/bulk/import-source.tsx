/** Sources of the rows: text, a file that is chosen or dropped, the open tabs. */
import type { ComponentChildren } from 'preact';
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
  return (
    <DropZone model={model}>
      <SourceText model={model} />
      <SourceActions model={model} tabsOpen={tabsOpen} onTabs={onTabs} />
      <p role="status" class="notice">
        <Notice notice={model.notice.value} />
      </p>
      {model.table.value?.cut && <p class="wrong">{t('bulkTruncated', formatNumber(maxRows))}</p>}
      {model.hasPasswords.value && <p class="note">{t('bulkHasPasswords')}</p>}
    </DropZone>
  );
}

interface DropZoneProps {
  readonly model: ImportModel;
  readonly children: ComponentChildren;
}

function DropZone({ model, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
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
        loadFirst(model, event.dataTransfer?.files);
      }}
    >
      {children}
    </div>
  );
}

function SourceText({ model }: { readonly model: ImportModel }) {
  const file = model.file.value;
  if (file !== '')
    return (
      <p class="file">
        <bdi>{t('bulkFile', file)}</bdi>
      </p>
    );
  return (
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
  );
}

function SourceActions({ model, tabsOpen, onTabs }: ImportSourceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <p class="acts">
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={({ currentTarget }) => {
          loadFirst(model, currentTarget.files);
          // Without this, choosing the same file again would fire no event.
          currentTarget.value = '';
        }}
      />
      <button type="button" onClick={() => input.current?.click()}>
        {t('bulkChooseFile')}
      </button>
      <button type="button" aria-expanded={tabsOpen} onClick={onTabs}>
        {t('bulkAllTabs')}
      </button>
      {model.text.value !== '' && (
        <button type="button" onClick={model.clear}>
          {t('bulkStartOver')}
        </button>
      )}
    </p>
  );
}

function loadFirst(model: ImportModel, files: FileList | null | undefined): void {
  const [first] = files ?? [];
  if (first) void model.loadFile(first);
}

function holdsFile({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function Notice({ notice }: { readonly notice: ImportNotice | null }) {
  switch (notice?.name) {
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
      return <>{t('bulkNoRowsReady')}</>;
    case 'tabs':
      return (
        <>
          {formatCount('bulkTabsAdded', notice.taken)}{' '}
          {notice.skipped > 0 && formatCount('bulkTabsSkipped', notice.skipped)}
        </>
      );
    case 'added':
      return <>{formatCount('bulkAdded', notice.count)}</>;
    case 'not-added':
      return (
        <bdi>
          {t('bulkNotAdded', notice.what)}{' '}
          {notice.failure && describeFailure(notice.failure, Date.now()).sentence}
        </bdi>
      );
  }
}
