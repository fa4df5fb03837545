/** Counts the options that are set under "More options", so that no collapsed one is sent unnoticed. */
import type { LinkDraft } from '../draft/draft.ts';
import { allTargets, defaultLinkOptions } from '../draft/parse-options.ts';

export interface OptionCount {
  readonly card: number;
  readonly targets: number;
  readonly deepLink: number;
  readonly parameters: number;
  readonly all: number;
}

function filled(fields: readonly (string | boolean)[]): number {
  return fields.filter((field) => field === true || (typeof field === 'string' && field.trim() !== ''))
    .length;
}

export function countOptions({ extras = defaultLinkOptions }: LinkDraft): OptionCount {
  const { type, password, expiry, visibility, note, card, deepLink } = extras;
  const parts = {
    card: filled(Object.values(card)),
    targets: filled(allTargets(extras).map(({ when, link }) => when + link)),
    deepLink: filled(Object.values(deepLink)),
    parameters: filled(extras.parameters.map(({ name, value }) => name + value)),
  };
  const single = filled([type, password, expiry, visibility, note]);
  return { ...parts, all: single + parts.card + parts.targets + parts.deepLink + parts.parameters };
}
