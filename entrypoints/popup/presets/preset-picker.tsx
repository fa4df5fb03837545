/** "Preset" above the fields: loads only where there are any. */
import type { JSX } from 'preact';
import type { LinkForm } from '../../../lib/forms/link-form.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { parsePresets } from '../../../lib/presets/parse-presets.ts';
import { t } from '../../../lib/i18n/t.ts';
import { pageMetadata, type HasPage } from '../page-metadata/page-metadata.ts';
import {
  createPresetSelection,
  type Chosen,
  type PresetSelection,
  type PresetHost,
} from './preset-selection.ts';
import { isolate } from '../../../lib/text/isolate.ts';

export interface PresetPart extends PresetSelection {
  readonly Picker: () => JSX.Element;
}

/** What the form's model is made of, and the form. */
export function begin(
  deps: HasPage & {
    readonly presets: unknown;
    readonly draft: LinkDraft | null;
    readonly now: () => number;
  },
  form: LinkForm,
  defaults: LinkDraft,
  startFrom: PresetHost['startFrom'],
): PresetPart {
  const { presets, draft, now } = deps;
  const selection = async (inPress: boolean) => {
    if (inPress) pageMetadata.allow(deps);
    return (pageMetadata.tags.peek() ?? (await pageMetadata.read(deps)))?.selected ?? null;
  };
  const host = { form, defaults, kept: draft !== null, now, startFrom, selection };
  const choice = createPresetSelection(parsePresets(presets), host);
  return { ...choice, Picker: () => <PresetPicker choice={choice} /> };
}

const kept = 'kept';

function PresetPicker({ choice: { presets, chosen, choose } }: { readonly choice: PresetSelection }) {
  const { list } = presets.value;
  const { preset, why } = chosen.value;
  const at = list.findIndex(({ id }) => id === preset?.id);
  return (
    <>
      <label for="preset">{t('preset')}</label>
      <select
        id="preset"
        value={why === kept ? kept : String(at)}
        onChange={({ currentTarget: { value } }) => choose(list[Number(value)] ?? null)}
      >
        {why === kept && <option value={kept}>{t('presetKept')}</option>}
        <option value="-1">{t('none')}</option>
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
  if (why === 'site') return t('presetForSite', isolate(name));
  return why === 'default' ? t('presetByDefault', isolate(name)) : name;
}
