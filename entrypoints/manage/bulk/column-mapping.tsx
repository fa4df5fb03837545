/** How the text is read as a table, and what its columns stand for. */
import { ChoiceField } from '../../../components/link-options/field.tsx';
import { columnFields, type ColumnField } from '../../../lib/bulk/columns.ts';
import { separators, type Table } from '../../../lib/bulk/parse-table.ts';
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ImportModel } from './import-model.ts';
import { fieldLabels, separatorLabel } from './labels.ts';

const notUsed = '';
/** Characters of a sample. */
const maxSampleLength = 60;

export function ColumnMapping({ model, table }: { readonly model: ImportModel; readonly table: Table }) {
  const { separator, hasHeader, names, rows } = table;
  const columns = model.columns.value;
  const words = fieldLabels();
  const isList = separator === 'list';
  return (
    <section aria-labelledby="bulk-table">
      <h3 id="bulk-table">{formatCount('bulkRows', rows.length)}</h3>
      <div class="options">
        <ChoiceField
          id="bulk-separator"
          label={t('bulkSeparator')}
          value={separator}
          choices={separators.map((one) => [one, separatorLabel(one)] as const)}
          onChoose={model.chooseSeparator}
        />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={hasHeader}
          onChange={(event) => model.chooseHeader(event.currentTarget.checked)}
        />
        {t('bulkFirstRowNames')}
      </label>
      {!isList && (
        <div role="group" aria-label={t('bulkColumns')} class="options columns">
          {names.map((name, at) => {
            const label = name === '' ? t('bulkColumnNumber', String(at + 1)) : name;
            return (
              <ChoiceField<ColumnField | ''>
                key={at}
                id={`bulk-column-${at}`}
                label={truncateMiddle(label, 40)}
                hint={sampleOf(rows, at, columns[at] === 'password')}
                value={columns[at] ?? notUsed}
                choices={[
                  [notUsed, t('bulkColumnNotUsed')],
                  ...columnFields.map((field) => [field, words[field]] as const),
                ]}
                onChoose={(field) => model.chooseColumn(at, field === notUsed ? null : field)}
              />
            );
          })}
        </div>
      )}
      {!columns.includes('address') && <p class="wrong">{t('bulkColumnsNoAddress')}</p>}
    </section>
  );
}

/** Something that stands in the column, to tell it by. */
function sampleOf(rows: Table['rows'], at: number, secret: boolean): string {
  const cell = rows.find((row) => row[at] !== '')?.[at] ?? '';
  return secret && cell !== '' ? '••••' : truncateMiddle(cell, maxSampleLength);
}
