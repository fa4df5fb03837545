/** Sources of the rows: text, a file that is chosen or dropped, the open tabs. Once there are rows, one line sums it up. */
import { AppWindow, CircleAlert, ClipboardPaste, FileText, FileUp, FolderOpen, SquarePlus } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { FileButton } from '../../../components/file-button.tsx';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { formatList } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { maxRows, type Table } from '../../../lib/bulk/parse-table.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { DisclosureLine } from './disclosure-line.tsx';
import type { ImportModel } from './import-model.ts';
import { ImportNotices } from './import-notices.tsx';
import { describeNotImported, fieldLabels, formatSourceName, separatorLabel } from './labels.ts';

interface ImportSourceProps {
  readonly model: ImportModel;
  readonly tabsOpen: boolean;
  readonly onTabs: () => void;
  /** The panel of the open tabs. */
  readonly children: ComponentChildren;
}

export function ImportSource(props: ImportSourceProps) {
  const { model, tabsOpen } = props;
  const table = model.table.value;
  const [isEditing, setEditing] = useEditing(model);
  const editButton = useRef<HTMLButtonElement>(null);
  /** By a paste: the field goes then, with the focus in it. */
  const isFilled = useRef(false);
  // The open tabs, and an error that only the fields can solve, expand them.
  const isOpen = table === null || isEditing || tabsOpen || !model.columns.value.includes('address');
  useLayoutEffect(() => {
    if (isOpen || !isFilled.current) return;
    isFilled.current = false;
    editButton.current?.focus();
  }, [isOpen]);
  return (
    <DropZone model={model}>
      {table !== null && (
        <DisclosureLine
          icon={FileText}
          label={t('bulkEditSource')}
          isOpen={isOpen}
          button={editButton}
          onToggle={() => {
            setEditing(!isOpen);
            if (tabsOpen) props.onTabs();
          }}
        >
          <SourceFacts model={model} table={table} />
        </DisclosureLine>
      )}
      {isOpen && (
        <div class={table === null ? 'sources' : 'sources disclosure-panel'}>
          <SourceText
            model={model}
            onType={() => setEditing(true)}
            onFilled={() => {
              setEditing(false);
              isFilled.current = true;
            }}
          />
          <FileChoice model={model} />
          <TabsChoice tabsOpen={tabsOpen} onTabs={props.onTabs} />
          {tabsOpen && <div class="source-choice open-tabs">{props.children}</div>}
        </div>
      )}
      {isOpen && table !== null && (
        <div class="disclosure-panel">
          <ColumnMapping model={model} table={table} />
        </div>
      )}
      <SourceNotices model={model} />
    </DropZone>
  );
}

/** The fields stay expanded while text is typed into them, or changed. What comes in one piece begins collapsed. */
function useEditing({ file, text, table }: ImportModel) {
  const [isEditing, setEditing] = useState(false);
  const isEmpty = text.value === '';
  useEffect(() => {
    if (file.value !== '' || isEmpty) setEditing(false);
  }, [file.value, isEmpty, table.value === null]);
  return [isEditing, setEditing] as const;
}

function SourceFacts({ model, table }: { readonly model: ImportModel; readonly table: Table }) {
  const labels = fieldLabels();
  const options = model.options.value;
  const columns = model.columns.value.flatMap((field) => (field === null ? [] : labels[field]));
  const notImported = describeNotImported(table, model.columns.value);
  return (
    <>
      <strong>
        <bdi>{formatSourceName(model.rows.value, { file: model.file.value, options })}</bdi>
      </strong>
      <span class="note">{formatCount('bulkRows', table.rows.length)}</span>
      {table.separator !== 'list' && (
        <>
          {!options.isTabs && (
            <span class="note">{t('setTo', t('bulkSeparator'), separatorLabel(table.separator))}</span>
          )}
          <span class="note">{formatList(columns)}</span>
          {notImported !== '' && (
            <span class="note">
              <bdi>{notImported}</bdi>
            </span>
          )}
        </>
      )}
    </>
  );
}

function DropZone({ model, children }: Pick<ImportSourceProps, 'model' | 'children'>) {
  const [isDragOver, setDragOver] = useState(false);
  return (
    <div
      class={isDragOver ? 'source drag-over' : 'source'}
      onDragOver={(event) => {
        if (!holdsFile(event)) return;
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        setDragOver(false);
        if (!holdsFile(event)) return;
        event.preventDefault();
        const [first] = event.dataTransfer?.files ?? [];
        if (first) void model.loadFile(first);
      }}
    >
      {children}
    </div>
  );
}

interface SourceTextProps {
  readonly model: ImportModel;
  readonly onType: () => void;
  /** The empty field was filled by a paste or a drop. */
  readonly onFilled: () => void;
}

/** Input types of a text that comes in one piece. */
const isInserted = /^insertFrom(?:Paste|Drop|Yank)/u;

function SourceText({ model, onType, onFilled }: SourceTextProps) {
  const file = model.file.value;
  if (file !== '')
    return (
      <p class="source-choice">
        <bdi>{t('bulkFile', file)}</bdi>
      </p>
    );
  return (
    <div class="source-choice from-text">
      <label for="bulk-text">
        <Icon of={ClipboardPaste} />
        {t('bulkText')}
      </label>
      <textarea
        id="bulk-text"
        dir="ltr"
        rows={6}
        spellcheck={false}
        autocomplete="off"
        aria-describedby="bulk-text-hint"
        value={model.text.value}
        onInput={(event) => {
          const isWhole = isInserted.test(event.inputType);
          if (isWhole && model.text.peek() === '') onFilled();
          else onType();
          model.type(event.currentTarget.value, isWhole);
        }}
      />
      <p id="bulk-text-hint" class="hint">
        {t('bulkTextHint')}
      </p>
    </div>
  );
}

function FileChoice({ model }: { readonly model: ImportModel }) {
  return (
    <div class="source-choice drop-zone">
      <h3>
        <Icon of={FileUp} />
        {t('bulkFromFile')}
      </h3>
      <p class="hint">{t('bulkDropHint')}</p>
      <FileButton
        icon={FolderOpen}
        label={t('bulkChooseFile')}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onFile={(file) => void model.loadFile(file)}
      />
    </div>
  );
}

function TabsChoice({ tabsOpen, onTabs }: Pick<ImportSourceProps, 'tabsOpen' | 'onTabs'>) {
  return (
    <div class="source-choice">
      <h3>
        <Icon of={AppWindow} />
        {t('bulkOpenTabs')}
      </h3>
      <p class="hint">{t('bulkTabsHint')}</p>
      <Button icon={SquarePlus} text={t('bulkAllTabs')} aria-expanded={tabsOpen} onClick={onTabs} />
    </div>
  );
}

function SourceNotices({ model }: { readonly model: ImportModel }) {
  return (
    <div class="source-notices">
      <ImportNotices model={model} about="source" />
      {model.table.value?.cut && (
        <p class="wrong">
          <Icon of={CircleAlert} size={14} />
          {formatCount('bulkTruncated', maxRows)}
        </p>
      )}
      {model.hasPasswords.value && <p class="note">{t('bulkHasPasswords')}</p>}
    </div>
  );
}

function holdsFile({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
