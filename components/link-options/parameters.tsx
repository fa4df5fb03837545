/** Campaign parameters: the six that everybody knows as fields, any others as rows. */
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { t, type MessageName } from '../../lib/i18n/t.ts';
import type { LinkOptionsFormProps } from './types.ts';
import { ChoiceField, leftToRight, TextField } from './field.tsx';
import { SentUrls } from './sent-urls.tsx';
import { Rows } from './rows.tsx';

const known = [
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
  /** Its place among all parameters; `null` for one just added. */
  readonly place: number | null;
}

export type ParametersProps = Pick<
  LinkOptionsFormProps,
  'extras' | 'problems' | 'onChange' | 'sent' | 'used'
>;

/** Where nothing is suggested, the field must not name a list: it would be another kind of field. */
const listOf = (id: string, values: readonly string[]) => (values.length > 0 ? `${id}-used` : undefined);

function Suggestions({ id, values }: { readonly id: string; readonly values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <datalist id={listOf(id, values)}>
      {values.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </datalist>
  );
}

export function Parameters({ extras, problems, onChange, sent, used }: ParametersProps) {
  const { parameters, parametersIn } = extras;
  /** The row whose name is being typed: it stays one, also where the name is a known one for the moment. */
  const [typing, setTyping] = useState<number | null>(null);
  const placed: Row[] = parameters.map(({ name, value }, place) => ({ name, value, place }));
  const fixed = new Map<string, Row | undefined>(
    known.map(([name]) => [name, placed.find((row) => row.name === name && row.place !== typing)]),
  );
  /** Of free rows only: the known ones have fields of their own. */
  const names = [...used.keys()].filter((name) => !fixed.has(name));
  const isFree = (row: Row) => fixed.get(row.name) !== row;
  const save = (rows: readonly Row[]) =>
    onChange({ parameters: rows.map(({ name, value }) => ({ name, value })) });

  /** The known ones keep their places, so that a row being typed keeps its own. */
  function saveFree(rows: readonly Row[]): void {
    const left = [...rows];
    const kept = placed.flatMap((row) => (isFree(row) ? (left.shift() ?? []) : row));
    save([...kept, ...left]);
  }

  function setKnown(name: string, row: Row | undefined, value: string): void {
    const changed = { name, value, place: null };
    if (value === '') save(placed.filter((other) => other !== row));
    else if (row === undefined) save([...placed, changed]);
    else save(placed.map((other) => (other === row ? changed : other)));
  }

  return (
    <>
      {known.map(([name, label]) => {
        const row = fixed.get(name);
        const values = used.get(name) ?? [];
        return (
          <Fragment key={name}>
            <TextField
              id={name}
              label={t(label)}
              problem={
                problems[`parameters.${row?.place}.name`] ?? problems[`parameters.${row?.place}.value`]
              }
              value={row?.value ?? ''}
              list={listOf(name, values)}
              onType={(value) => setKnown(name, row, value)}
            />
            <Suggestions id={name} values={values} />
          </Fragment>
        );
      })}
      <Suggestions id="parameters" values={names} />
      <Rows
        id="parameters"
        rows={placed.filter(isFree)}
        empty={{ name: '', value: '', place: null }}
        nameOf={(number) => t('parameterRow', number)}
        add={t('addParameter')}
        onChange={saveFree}
      >
        {(row, at, name, change) => (
          <>
            <TextField
              id={`parameters-${at}`}
              label={name}
              problem={problems[`parameters.${row.place}.name`]}
              value={row.name}
              list={listOf('parameters', names)}
              onType={(typed) => change({ name: typed })}
              input={{
                ...leftToRight,
                onFocus: () => setTyping(row.place),
                onBlur: () => setTyping(null),
              }}
            />
            <TextField
              id={`parameters-${at}-value`}
              label={t('parameterValue', name)}
              problem={problems[`parameters.${row.place}.value`]}
              value={row.value}
              list={listOf(`parameters-${at}`, used.get(row.name) ?? [])}
              onType={(typed) => change({ value: typed })}
            />
            <Suggestions id={`parameters-${at}`} values={used.get(row.name) ?? []} />
          </>
        )}
      </Rows>
      <ChoiceField
        id="parameters-in"
        label={t('parametersGo')}
        value={parametersIn}
        choices={[
          ['field', t('parametersInField')],
          ['address', t('parametersInAddress')],
        ]}
        onChoose={(place) => onChange({ parametersIn: place })}
      />
      <ChoiceField
        id="parameter-conflict"
        label={t('parameterConflict')}
        value={extras.parameterConflict ?? 'keep'}
        choices={[
          ['keep', t('parameterKeep')],
          ['replace', t('parameterReplace')],
        ]}
        onChoose={(parameterConflict) => onChange({ parameterConflict })}
      />
      {sent !== null && <SentUrls {...sent} />}
    </>
  );
}
