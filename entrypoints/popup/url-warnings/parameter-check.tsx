/** Parameters that are entered but already in the URL: shows both values, and lets the user choose. */
import { taggedUrls, type ParameterConflict } from '../../../lib/draft/utm-parameters.ts';
import { allTargets } from '../../../lib/draft/parse-options.ts';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import { formatList } from '../../../lib/i18n/format.ts';
import { listParts } from '../../../lib/i18n/list-parts.ts';
import { isolateTruncated } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';
import '../lazy-styles.ts';

const choices = ['keep', 'replace'] as const;
const maxValueLength = 60;
const truncated = (text: string): string => isolateTruncated(text, maxValueLength);

export function ParameterCheck({ model }: ModelProps) {
  const extras = model.form.extras.value;
  const { address } = model.form.content();
  const { conflicts } = taggedUrls({ address, extras });
  if (conflicts.length === 0) return null;
  const values = {
    keep: t('conflictKeep', listParts(conflicts.flatMap(({ inUrl }) => inUrl))),
    replace: t('conflictReplace', listParts(conflicts.map(({ typed }) => typed))),
  };
  const chosen = extras.parameterConflict ?? 'keep';
  return (
    <fieldset class="parameter-conflict">
      <legend>{t('conflictHeading')}</legend>
      <ul>
        {conflicts.map((conflict) => (
          <li key={`${conflict.name} ${conflict.url}`}>{describeConflict(conflict, address, extras)}</li>
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

function describeConflict(
  { name, inUrl, typed, url }: ParameterConflict,
  address: string,
  extras: LinkOptions,
): string {
  const [parameter, has, entered] = [truncated(name), listParts(inUrl), truncated(typed)];
  if (url === address) return t('conflictInUrl', parameter, has, entered);
  const targets = allTargets(extras).filter(({ link }) => link.trim() === url);
  const of = formatList(targets.map(({ when }) => truncated(when)));
  return t('conflictInTarget', parameter, has, entered, of);
}
