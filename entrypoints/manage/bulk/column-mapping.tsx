/** The choice of the table's separator and header, and of the field that each column holds. */
import { CircleAlert } from 'lucide';
import { Checkbox } from '../../../components/checkbox.tsx';
import { ChoiceField } from '../../../components/link-options/field.tsx';
import { Icon } from '../../../components/icon.tsx';
import { columnFields, type ColumnField } from '../../../lib/bulk/columns.ts';
import { separators, type Table } from '../../../lib/bulk/parse-table.ts';
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ImportModel } from './import-model.ts';
import { columnName, fieldLabels, separatorLabel } from './labels.ts';

const notUsed = '';
const maxSampleLength = 60;

export function ColumnMapping({ model, table }: { readonly model: ImportModel; readonly table: Table }) {
  const { separator, hasHeader, names, rows } = table;
  const columns = model.columns.value;
  const labels = fieldLabels();
  const isList = separator === 'list';
  return (
    <>
      <div class="options">
        <ChoiceField
          id="bulk-separator"
          label={t('bulkSeparator')}
          value={separator}
          choices={separators.map((one) => [one, separatorLabel(one)] as const)}
          onChoose={model.chooseSeparator}
        />
      </div>
      <Checkbox label={t('bulkHasHeader')} checked={hasHeader} onChange={model.chooseHeader} />
      {!isList && (
        <div role="group" aria-label={t('bulkColumnMapping')} class="options columns">
          {names.map((name, index) => (
            <ChoiceField<ColumnField | ''>
              key={index}
              id={`bulk-column-${index}`}
              label={columnName(name, index)}
              hint={sampleOf(rows, index, columns[index] === 'password')}
              value={columns[index] ?? notUsed}
              choices={[
                [notUsed, t('bulkColumnNotUsed')],
                ...columnFields.map((field) => [field, labels[field]] as const),
              ]}
              onChoose={(field) => model.chooseColumn(index, field === notUsed ? null : field)}
            />
          ))}
        </div>
      )}
      {!columns.includes('address') && (
        <p class="wrong">
          <Icon of={CircleAlert} size={14} />
          {t('bulkColumnsNoUrl')}
        </p>
      )}
    </>
  );
}

/** The first value in a column, by which the user recognizes it. */
function sampleOf(rows: Table['rows'], column: number, secret: boolean): string {
  const cell = rows.find((row) => row[column] !== '')?.[column] ?? '';
  return secret && cell !== '' ? '••••' : truncateMiddle(cell, maxSampleLength);
}
