/** Counts the options that are set under "More options", so that no collapsed one is sent unnoticed. */
import type { LinkDraft } from '../draft/draft.ts';
import type { LinkOptions } from '../draft/link-options.ts';
import { allTargets, defaultLinkOptions } from '../draft/parse-options.ts';

export type OptionCount = ReturnType<typeof countOptions>;

/** Not counted: these only say how parameters are sent. */
const uncounted: readonly string[] = [
  'parametersIn',
  'parameterConflict',
] satisfies readonly (keyof LinkOptions)[];

/** Filled fields; a row of a list counts as one. */
function count(option: string | object = ''): number {
  const fields: readonly unknown[] =
    typeof option === 'string'
      ? [option]
      : Array.isArray(option)
        ? option.map((row: object) => Object.values(row).join(''))
        : Object.values(option);
  return fields.filter((field) => field === true || (typeof field === 'string' && field.trim() !== ''))
    .length;
}

export function countOptions({ extras = defaultLinkOptions }: LinkDraft) {
  const { card, deepLink, parameters } = extras;
  return {
    card: count(card),
    targets: count(allTargets(extras)),
    deepLink: count(deepLink),
    parameters: count(parameters),
    all: Object.entries(extras).reduce(
      (sum, [name, option]) => (uncounted.includes(name) ? sum : sum + count(option)),
      0,
    ),
  };
}
