/** Campaign parameters: a field for each UTM parameter, and rows for any others. */
import { useState } from 'preact/hooks';
import { t, type MessageName } from '../../lib/i18n/t.ts';
import type { LinkOptionsFormProps } from './types.ts';
import { ChoiceField, Datalist, leftToRight, TextField, type TextFieldProps } from './field.tsx';
import { SentUrls } from './sent-urls.tsx';
import { Rows } from './rows.tsx';

const utmParameters = [
  ['utm_source', 'utmSource'],
  ['utm_medium', 'utmMedium'],
  ['utm_campaign', 'utmCampaign'],
  ['utm_term', 'utmTerm'],
  ['utm_content', 'utmContent'],
  ['utm_id', 'utmId'],
] as const satisfies readonly (readonly [string, MessageName])[];

interface Row {
  readonly name: string;
  readonly value: string;
  /** Index among all parameters; `null` for a new one. */
  readonly index: number | null;
}

type ParametersProps = Pick<
  LinkOptionsFormProps,
  'options' | 'problems' | 'onChange' | 'sent' | 'used' | 'utmTools'
>;

/** Without suggestions it has no list: that attribute alone makes an input a combobox. */
const listOf = (id: string, values: readonly string[]) => (values.length > 0 ? `${id}-used` : undefined);

function UsedValues({ id, values }: { readonly id: string; readonly values: readonly string[] }) {
  const list = listOf(id, values);
  return list && <Datalist id={list} options={values.map((value) => ({ value, label: value }))} />;
}

interface ValueFieldProps extends TextFieldProps {
  /** Earlier values of the parameter. */
  readonly values: readonly string[] | undefined;
}

function ValueField({ values = [], ...field }: ValueFieldProps) {
  return (
    <>
      <TextField {...field} list={listOf(field.id, values)} />
      <UsedValues id={field.id} values={values} />
    </>
  );
}

export function Parameters({ options, problems, onChange, sent, used, utmTools }: ParametersProps) {
  /** Index of the row whose name is being typed: it stays a row while the name is that of a UTM parameter. */
  const [typing, setTyping] = useState<number | null>(null);
  const all: Row[] = options.parameters.map(({ name, value }, index) => ({ name, value, index }));
  const utmRows = new Map<string, Row | undefined>(
    utmParameters.map(([name]) => [name, all.find((row) => row.name === name && row.index !== typing)]),
  );
  const isCustom = (row: Row) => utmRows.get(row.name) !== row;
  const save = (rows: readonly Row[]) =>
    onChange({ parameters: rows.map(({ name, value }) => ({ name, value })) });

  /** The UTM parameters keep their indexes, so that a row that is being typed keeps its own. */
  function saveCustom(rows: readonly Row[]): void {
    const left = [...rows];
    const merged = all.flatMap((row) => (isCustom(row) ? (left.shift() ?? []) : row));
    save([...merged, ...left]);
  }

  function setUtm(name: string, row: Row | undefined, value: string): void {
    const changed = { name, value, index: null };
    if (value === '') save(all.filter((other) => other !== row));
    else if (row === undefined) save([...all, changed]);
    else save(all.map((other) => (other === row ? changed : other)));
  }

  return (
    <>
      {utmParameters.map(([name, label]) => {
        const row = utmRows.get(name);
        return (
          <ValueField
            key={name}
            id={name}
            label={t(label)}
            problem={problems[`parameters.${row?.index}.name`] ?? problems[`parameters.${row?.index}.value`]}
            value={row?.value ?? ''}
            values={used.get(name)}
            onType={(value) => setUtm(name, row, value)}
          />
        );
      })}
      <CustomParameters
        rows={all.filter(isCustom)}
        names={[...used.keys()].filter((name) => !utmRows.has(name))}
        problems={problems}
        used={used}
        onChange={saveCustom}
        onTyping={setTyping}
      />
      <ParameterPlacement options={options} onChange={onChange} />
      {utmTools}
      {sent !== null && <SentUrls {...sent} />}
    </>
  );
}

interface CustomParametersProps extends Pick<ParametersProps, 'problems' | 'used'> {
  readonly rows: readonly Row[];
  /** Suggested names. */
  readonly names: readonly string[];
  readonly onChange: (rows: readonly Row[]) => void;
  /** Called with the index of the row whose name has the focus. */
  readonly onTyping: (index: number | null) => void;
}

function CustomParameters({ rows, names, problems, used, onChange, onTyping }: CustomParametersProps) {
  return (
    <>
      <UsedValues id="parameters" values={names} />
      <Rows
        id="parameters"
        rows={rows}
        empty={{ name: '', value: '', index: null }}
        nameOf={(number) => t('parameterRow', number)}
        add={t('addParameter')}
        onChange={onChange}
      >
        {(row, index, name, change) => (
          <>
            <TextField
              id={`parameters-${index}`}
              label={name}
              problem={problems[`parameters.${row.index}.name`]}
              value={row.name}
              list={listOf('parameters', names)}
              onType={(typed) => change({ name: typed })}
              input={{
                ...leftToRight,
                onFocus: () => onTyping(row.index),
                onBlur: () => onTyping(null),
              }}
            />
            <ValueField
              id={`parameters-${index}-value`}
              label={t('parameterValue', name)}
              problem={problems[`parameters.${row.index}.value`]}
              value={row.value}
              values={used.get(row.name)}
              onType={(typed) => change({ value: typed })}
            />
          </>
        )}
      </Rows>
    </>
  );
}

/** The choice of where the parameters are sent, and of what happens to one that the URL already has. */
function ParameterPlacement({ options, onChange }: Pick<ParametersProps, 'options' | 'onChange'>) {
  return (
    <>
      <ChoiceField
        id="parameters-in"
        label={t('addParametersTo')}
        value={options.parametersIn}
        choices={[
          ['field', t('parametersInField')],
          ['address', t('parametersInUrl')],
        ]}
        onChoose={(parametersIn) => onChange({ parametersIn })}
      />
      <ChoiceField
        id="parameter-conflict"
        label={t('parameterConflict')}
        value={options.parameterConflict ?? 'keep'}
        choices={[
          ['keep', t('parameterKeep')],
          ['replace', t('parameterReplace')],
        ]}
        onChoose={(parameterConflict) => onChange({ parameterConflict })}
      />
    </>
  );
}
