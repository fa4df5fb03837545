/** Addresses of their own for some visitors: by country, by device, by language. */
import type { Target } from '../../lib/draft/link-options.ts';
import type { TargetSuggestions } from '../../lib/storage/target-suggestions.ts';
import {
  countries,
  valueFor,
  languages,
  labelFor,
  mergeSuggestions,
  type Labelled,
} from '../../lib/i18n/countries-and-languages.ts';
import { t } from '../../lib/i18n/t.ts';
import type { OptionsProps } from './types.ts';
import { addressInput, TextField } from './field.tsx';
import { Rows } from './rows.tsx';

const noTarget: Target = { when: '', link: '' };

/** Offered; any other may be typed. */
const devices = ['iPhone', 'iPad', 'Android', 'Windows', 'macOS', 'Linux', 'Chrome OS'].map((device) => ({
  value: device,
  label: device,
}));

interface TargetsProps extends OptionsProps {
  /** What the service was seen to call them. */
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
        // The person's own names, of which the service's are kept.
        show={(when) => labelFor(everyCountry(), when)}
        keep={(typed, loosely) => valueFor(everyCountry(), typed, loosely)}
        offers={() => everyCountry().map(({ label }) => ({ value: label, label }))}
      />
      <TargetRows
        {...props}
        list="devices"
        heading={t('byDevice')}
        nameOf={(number) => t('deviceRow', number)}
        add={t('addDevice')}
        offers={() => mergeSuggestions(devices, targetNames.devices)}
      />
      <TargetRows
        {...props}
        list="languages"
        heading={t('byLanguage')}
        nameOf={(number) => t('languageRow', number)}
        add={t('addLanguage')}
        keep={(typed, loosely) => (loosely ? valueFor(languages(), typed, true) : typed)}
        offers={languages}
      />
    </>
  );
}

interface TargetRowsProps extends OptionsProps {
  readonly list: 'countries' | 'devices' | 'languages';
  readonly heading: string;
  readonly nameOf: (number: string) => string;
  readonly add: string;
  readonly offers: () => readonly Labelled[];
  readonly show?: (when: string) => string;
  /** What is kept of what is typed; `loosely` once it is typed to its end. */
  readonly keep?: (typed: string, loosely: boolean) => string;
}

function TargetRows(props: TargetRowsProps) {
  const { list, extras, problems, heading, nameOf, add, offers } = props;
  const { show = (when: string) => when, keep = (typed: string) => typed } = props;
  const rows = extras[list];
  return (
    <div role="group" aria-labelledby={`${list}-heading`} class="targets">
      <p id={`${list}-heading`} class="heading">
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
        {({ when, link }, at, name, change) => (
          <>
            <TextField
              id={`${list}-${at}`}
              label={name}
              problem={problems[`${list}.${at}.when`]}
              value={show(when)}
              onType={(typed) => change({ when: keep(typed, false) })}
              onSettle={(typed) => change({ when: keep(typed, true) })}
              list={`${list}-offers`}
              input={{ spellcheck: false }}
            />
            <TextField
              id={`${list}-${at}-link`}
              label={t('addressFor', name)}
              problem={problems[`${list}.${at}.link`]}
              value={link}
              onType={(typed) => change({ link: typed })}
              input={addressInput}
            />
          </>
        )}
      </Rows>
      {rows.length > 0 && (
        <datalist id={`${list}-offers`}>
          {offers().map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
}
