/** A parameter that the URL has already and that was entered, too: both values, and the choice between them. */
import { placedUrls, type ParameterConflict } from '../../../lib/draft/utm-parameters.ts';
import type { Extras } from '../../../lib/draft/link-options.ts';
import { middleEllipsis } from '../../../lib/i18n/truncate.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { PopupModel } from '../model.ts';

const choices = ['keep', 'replace'] as const;
const longestValue = 60;
const isolated = (text: string): string => `\u2068${middleEllipsis(text, longestValue)}\u2069`;

export function ParameterCheck({ model }: { readonly model: PopupModel }) {
  const extras = model.form.extras.value;
  const { address } = model.form.content();
  const { conflicts } = placedUrls({ address, extras });
  if (conflicts.length === 0) return null;
  const values = {
    keep: say('conflictKeep', listed(conflicts.map(({ inUrl }) => inUrl))),
    replace: say('conflictReplace', listed(conflicts.map(({ typed }) => typed))),
  };
  const chosen = extras.parameterConflict ?? 'keep';
  return (
    <fieldset class="parameter-conflict">
      <legend>{say('conflictHeading')}</legend>
      <ul>
        {conflicts.map((conflict) => (
          <li key={`${conflict.name} ${conflict.url}`}>{sayConflict(conflict, address, extras)}</li>
        ))}
      </ul>
      {choices.map((choice) => (
        <label key={choice} class="check">
          <input
            type="radio"
            name="parameter-conflict"
            checked={choice === chosen}
            onChange={() => model.form.changeExtras({ parameterConflict: choice })}
          />
          {values[choice]}
        </label>
      ))}
    </fieldset>
  );
}

const listed = (values: readonly string[]): string => [...new Set(values)].map(isolated).join(', ');

function sayConflict(
  { name, inUrl, typed, url }: ParameterConflict,
  address: string,
  extras: Extras,
): string {
  const [parameter, has, entered] = [isolated(name), isolated(inUrl), isolated(typed)];
  if (url === address) return say('conflictInUrl', parameter, has, entered);
  const { countries, devices, languages } = extras;
  const targets = [...countries, ...devices, ...languages].filter(({ link }) => link.trim() === url);
  const of = targets.map(({ when }) => isolated(when)).join(', ');
  return say('conflictInTarget', parameter, has, entered, of);
}
