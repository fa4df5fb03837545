/** "Preset" above the fields: loads only where there are any. */
import type { JSX } from 'preact';
import type { LinkForm } from '../../../lib/forms/link-form.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { guardPresets } from '../../../lib/presets/parse-presets.ts';
import { say } from '../../../lib/i18n/t.ts';
import { pageLook, type Over } from '../page-metadata/page-metadata.ts';
import { createPresetChoice, type Chosen, type PresetChoice, type PresetHost } from './preset-selection.ts';

export interface PresetPart extends PresetChoice {
  readonly Picker: () => JSX.Element;
}

/** What the form's model is made of, and the form. */
export function begin(
  parts: Over & {
    readonly presets: unknown;
    readonly draft: LinkDraft | null;
    readonly now: () => number;
  },
  form: LinkForm,
  defaults: LinkDraft,
  startFrom: PresetHost['startFrom'],
): PresetPart {
  const { presets, draft, now } = parts;
  const selection = async (inPress: boolean) => {
    if (inPress) pageLook.allow(parts);
    return (pageLook.tags.peek() ?? (await pageLook.read(parts)))?.selected ?? null;
  };
  const host = { form, defaults, kept: draft !== null, now, startFrom, selection };
  const choice = createPresetChoice(guardPresets(presets), host);
  return { ...choice, Picker: () => <PresetPicker choice={choice} /> };
}

const kept = 'kept';

function PresetPicker({ choice: { presets, chosen, choose } }: { readonly choice: PresetChoice }) {
  const { list } = presets.value;
  const { preset, why } = chosen.value;
  const at = list.findIndex(({ id }) => id === preset?.id);
  return (
    <>
      <label for="preset">{say('preset')}</label>
      <select
        id="preset"
        value={why === kept ? kept : String(at)}
        onChange={({ currentTarget: { value } }) => choose(list[Number(value)] ?? null)}
      >
        {why === kept && <option value={kept}>{say('presetKept')}</option>}
        <option value="-1">{say('none')}</option>
        {list.map(({ id, name }, place) => (
          <option key={id} value={String(place)}>
            {place === at ? saidWhy(name, chosen.value) : name}
          </option>
        ))}
      </select>
    </>
  );
}

/** The reason stands in the field itself, where there is room for it at the opening. */
function saidWhy(name: string, { why }: Chosen): string {
  // Set apart from the words around it, whichever way it is written.
  const apart = `\u2068${name}\u2069`;
  if (why === 'site') return say('presetForSite', apart);
  return why === 'default' ? say('presetByDefault', apart) : name;
}
