/** Where the rows come from: typed or pasted, a file chosen or dropped, the open tabs. */
import { useRef, useState } from 'preact/hooks';
import { sayNumber } from '../../../lib/i18n/format-number.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { tellFailure } from '../../../lib/i18n/describe-failure.ts';
import { say } from '../../../lib/i18n/t.ts';
import { mostRows } from '../../../lib/bulk/parse-table.ts';
import type { IntakeModel, IntakeNote } from './import-model.ts';

export interface SourceProps {
  readonly model: IntakeModel;
  readonly tabsOpen: boolean;
  readonly onTabs: () => void;
}

export function Source({ model, tabsOpen, onTabs }: SourceProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const file = model.file.value;
  const take = (files: FileList | null | undefined) => {
    const [first] = files ?? [];
    if (first) void model.takeFile(first);
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
          <label for="bulk-text">{say('bulkText')}</label>
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
            {say('bulkTextHint')}
          </p>
        </>
      ) : (
        <p class="file">
          <bdi>{say('bulkFile', file)}</bdi>
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
          {say('bulkChooseFile')}
        </button>
        <button type="button" aria-expanded={tabsOpen} onClick={onTabs}>
          {say('bulkAllTabs')}
        </button>
        {model.text.value !== '' && (
          <button type="button" onClick={model.clear}>
            {say('bulkClear')}
          </button>
        )}
      </p>
      <p role="status" class="told">
        <Told note={model.note.value} />
      </p>
      {model.table.value?.cut && <p class="wrong">{say('bulkCut', sayNumber(mostRows))}</p>}
      {model.hasPasswords.value && <p class="note">{say('bulkHasPasswords')}</p>}
    </div>
  );
}

function holdsFile({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function Told({ note }: { readonly note: IntakeNote | null }) {
  switch (note?.name) {
    case undefined:
      return null;
    case 'too-large':
      return <>{say('bulkTooLarge')}</>;
    case 'not-readable':
      return <>{say('bulkNotReadable')}</>;
    case 'not-stored':
      return <>{say('bulkNotStored')}</>;
    case 'draft-not-read':
      return <>{say('bulkDraftNotRead')}</>;
    case 'nothing-left':
      return <>{say('bulkNothingLeft')}</>;
    case 'tabs':
      return (
        <>
          {sayCount('bulkTabsTaken', note.taken)} {note.left > 0 && sayCount('bulkTabsLeft', note.left)}
        </>
      );
    case 'added':
      return <>{sayCount('bulkAdded', note.count)}</>;
    case 'not-added':
      return (
        <bdi>
          {say('bulkNotAdded', note.what)} {note.failure && tellFailure(note.failure, Date.now()).sentence}
        </bdi>
      );
  }
}
