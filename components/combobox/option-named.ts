import type { PickerOption } from '../../lib/draft/draft.ts';
import { normalizeText } from '../../lib/text/normalize-text.ts';

/** The option with that name; one that differs in accents or case only where none has it exactly. */
export function optionNamed(options: readonly PickerOption[], text: string): PickerOption | undefined {
  const typed = text.trim();
  const wanted = normalizeText(typed);
  if (wanted === '') return undefined;
  return (
    options.find(({ name }) => name === typed) ?? options.find(({ name }) => normalizeText(name) === wanted)
  );
}
