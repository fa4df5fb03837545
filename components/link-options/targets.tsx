/** Addresses of their own for some visitors: by country, by device, by language. */
import type { Target } from '../../lib/draft/link-options.ts';
import type { TargetNames } from '../../lib/storage/target-suggestions.ts';
import {
  countries,
  keptFor,
  languages,
  shownFor,
  withLearned,
  type Named,
} from '../../lib/i18n/countries-and-languages.ts';
import { say } from '../../lib/i18n/t.ts';
import type { ExtrasProps } from './types.ts';
import { addressInput, TextField } from './field.tsx';
import { Rows } from './rows.tsx';

const noTarget: Target = { when: '', link: '' };

/** Offered; any other may be typed. */
const devices = ['iPhone', 'iPad', 'Android', 'Windows', 'macOS', 'Linux', 'Chrome OS'].map((device) => ({
  kept: device,
  shown: device,
}));

interface TargetsProps extends ExtrasProps {
  /** What the service was seen to call them. */
  readonly targetNames: TargetNames;
}

export function Targets({ targetNames, ...props }: TargetsProps) {
  const everyCountry = () => withLearned(countries(), targetNames.countries);
  return (
    <>
      <TargetRows
        {...props}
        list="countries"
        heading={say('byCountry')}
        nameOf={(number) => say('countryRow', number)}
        add={say('addCountry')}
        // The person's own names, of which the service's are kept.
        show={(when) => shownFor(everyCountry(), when)}
        keep={(typed, loosely) => keptFor(everyCountry(), typed, loosely)}
        offers={() => everyCountry().map(({ shown }) => ({ kept: shown, shown }))}
      />
      <TargetRows
        {...props}
        list="devices"
        heading={say('byDevice')}
        nameOf={(number) => say('deviceRow', number)}
        add={say('addDevice')}
        offers={() => withLearned(devices, targetNames.devices)}
      />
      <TargetRows
        {...props}
        list="languages"
        heading={say('byLanguage')}
        nameOf={(number) => say('languageRow', number)}
        add={say('addLanguage')}
        keep={(typed, loosely) => (loosely ? keptFor(languages(), typed, true) : typed)}
        offers={languages}
      />
    </>
  );
}

interface TargetRowsProps extends ExtrasProps {
  readonly list: 'countries' | 'devices' | 'languages';
  readonly heading: string;
  readonly nameOf: (number: string) => string;
  readonly add: string;
  readonly offers: () => readonly Named[];
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
              label={say('addressFor', name)}
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
          {offers().map(({ kept, shown }) => (
            <option key={kept} value={kept}>
              {shown}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
}
