/** Different destinations by the visitor's country, device or language. */
import { useState } from 'preact/hooks';
import type { Target } from '../../lib/draft/link-options.ts';
import type { TargetSuggestions } from '../../lib/storage/target-suggestions.ts';
import {
  countries,
  valueFor,
  languages,
  labelFor,
  mergeSuggestions,
  type Labeled,
} from '../../lib/i18n/countries-and-languages.ts';
import { t } from '../../lib/i18n/t.ts';
import type { LinkOptionsProps } from './types.ts';
import { addressInput, Datalist, TextField } from './field.tsx';
import { Rows } from './rows.tsx';

const noTarget: Target = { when: '', link: '' };

/** Suggestions; any other device may be typed. */
const devices = ['iPhone', 'iPad', 'Android', 'Windows', 'macOS', 'Linux', 'Chrome OS'].map((device) => ({
  value: device,
  label: device,
}));

interface TargetsProps extends LinkOptionsProps {
  /** Names that the service itself was seen to use. */
  readonly targetNames: TargetSuggestions;
}

export function Targets({ targetNames, ...props }: TargetsProps) {
  const everyCountry = () => mergeSuggestions(countries(), targetNames.countries);
  return (
    <>
      <TargetRows
        {...props}
        list="countries"
        heading={t('byCountry')}
        nameOf={(number) => t('countryRow', number)}
        add={t('addCountry')}
        // Shown in the user's language, stored as the service calls them.
        toLabel={(when) => labelFor(everyCountry(), when)}
        toValue={(typed, isComplete) => valueFor(everyCountry(), typed, isComplete)}
        suggestions={() => everyCountry().map(({ label }) => ({ value: label, label }))}
      />
      <TargetRows
        {...props}
        list="devices"
        heading={t('byDevice')}
        nameOf={(number) => t('deviceRow', number)}
        add={t('addDevice')}
        suggestions={() => mergeSuggestions(devices, targetNames.devices)}
      />
      <TargetRows
        {...props}
        list="languages"
        heading={t('byLanguage')}
        nameOf={(number) => t('languageRow', number)}
        add={t('addLanguage')}
        toValue={(typed, isComplete) => (isComplete ? valueFor(languages(), typed, true) : typed)}
        suggestions={languages}
      />
    </>
  );
}

interface TargetRowsProps extends LinkOptionsProps {
  readonly list: 'countries' | 'devices' | 'languages';
  readonly heading: string;
  readonly nameOf: (number: string) => string;
  readonly add: string;
  readonly suggestions: () => readonly Labeled[];
  readonly toLabel?: (when: string) => string;
  /** The stored value of a typed text. @param isComplete the field was left */
  readonly toValue?: (typed: string, isComplete: boolean) => string;
}

function TargetRows(props: TargetRowsProps) {
  const { list, options, problems, heading, nameOf, add, suggestions } = props;
  const { toLabel = (when: string) => when, toValue = (typed: string) => typed } = props;
  const rows = options[list];
  /** Shown as typed until the field is left: a text may be a name in English and the start of one in another language. */
  const [typed, setTyped] = useState<{ readonly index: number; readonly text: string } | null>(null);
  return (
    <div role="group" aria-labelledby={`${list}-heading`} class="targets">
      <p id={`${list}-heading`} class="option-heading">
        {heading}
      </p>
      <Rows
        id={list}
        rows={rows}
        empty={noTarget}
        nameOf={nameOf}
        add={add}
        onChange={(to) => props.onChange({ [list]: to })}
      >
        {({ when, link }, index, name, change) => (
          <>
            <TextField
              id={`${list}-${index}`}
              label={name}
              problem={problems[`${list}.${index}.when`]}
              value={typed?.index === index ? typed.text : toLabel(when)}
              onType={(text) => {
                setTyped({ index, text });
                change({ when: toValue(text, false) });
              }}
              onSettle={(text) => {
                setTyped(null);
                change({ when: toValue(text, true) });
              }}
              list={`${list}-offers`}
              input={{ spellcheck: false, onBlur: () => setTyped(null) }}
            />
            <TextField
              id={`${list}-${index}-link`}
              label={t('urlFor', name)}
              problem={problems[`${list}.${index}.link`]}
              value={link}
              onType={(text) => change({ link: text })}
              input={addressInput}
            />
          </>
        )}
      </Rows>
      {rows.length > 0 && <Datalist id={`${list}-offers`} options={suggestions()} />}
    </div>
  );
}
