/** How the text is read as a table, and what its columns stand for. */
import { ChoiceField } from '../../../components/link-options/field.tsx';
import { columnFields, type ColumnField } from '../../../lib/bulk/columns.ts';
import { separators, type Table } from '../../../lib/bulk/parse-table.ts';
import { middleEllipsis } from '../../../lib/i18n/truncate.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { IntakeModel } from './import-model.ts';
import { fieldWords, saySeparator } from './labels.ts';

const notUsed = '';
/** Characters of a sample. */
const longestSample = 60;

export function TableFields({ model, table }: { readonly model: IntakeModel; readonly table: Table }) {
  const { separator, hasHeader, names, rows } = table;
  const columns = model.columns.value;
  const words = fieldWords();
  const isList = separator === 'list';
  return (
    <section aria-labelledby="bulk-table">
      <h3 id="bulk-table">{sayCount('bulkRows', rows.length)}</h3>
      <div class="options">
        <ChoiceField
          id="bulk-separator"
          label={say('bulkSeparator')}
          value={separator}
          choices={separators.map((one) => [one, saySeparator(one)] as const)}
          onChoose={model.chooseSeparator}
        />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={hasHeader}
          onChange={(event) => model.chooseHeader(event.currentTarget.checked)}
        />
        {say('bulkFirstRowNames')}
      </label>
      {!isList && (
        <div role="group" aria-label={say('bulkColumns')} class="options columns">
          {names.map((name, at) => {
            const label = name === '' ? say('bulkColumnNumber', String(at + 1)) : name;
            return (
              <ChoiceField<ColumnField | ''>
                key={at}
                id={`bulk-column-${at}`}
                label={middleEllipsis(label, 40)}
                hint={sampleOf(rows, at, columns[at] === 'password')}
                value={columns[at] ?? notUsed}
                choices={[
                  [notUsed, say('bulkColumnNotUsed')],
                  ...columnFields.map((field) => [field, words[field]] as const),
                ]}
                onChoose={(field) => model.chooseColumn(at, field === notUsed ? null : field)}
              />
            );
          })}
        </div>
      )}
      {!columns.includes('address') && <p class="wrong">{say('bulkColumnsNoAddress')}</p>}
    </section>
  );
}

/** Something that stands in the column, to tell it by. */
function sampleOf(rows: Table['rows'], at: number, secret: boolean): string {
  const cell = rows.find((row) => row[at] !== '')?.[at] ?? '';
  return secret && cell !== '' ? '••••' : middleEllipsis(cell, longestSample);
}
