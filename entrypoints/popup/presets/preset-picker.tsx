/** The field "Preset" of the link form: loads only if there are presets. */
import { ChevronDown, Layers } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { parsePresets } from '../../../lib/presets/parse-presets.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { pageMetadataReader, type HasPage } from '../page-metadata/page-metadata.ts';
import type { Chosen } from './fill-draft.ts';
import { createPresetSelection, type PresetSelection, type PresetSelectionDeps } from './preset-selection.ts';

export interface PresetPart extends PresetSelection {
  readonly Picker: () => JSX.Element;
}

export function createPresetPicker(
  deps: HasPage & {
    readonly presets: unknown;
    readonly draft: LinkDraft | null;
    readonly now: () => number;
  },
  { form, defaults, startFrom }: Pick<PresetSelectionDeps, 'form' | 'defaults' | 'startFrom'>,
): PresetPart {
  const selection = async (inPress: boolean) => {
    if (inPress) pageMetadataReader.allow(deps);
    return (deps.pageMetadata.tags.peek() ?? (await pageMetadataReader.read(deps)))?.selected ?? null;
  };
  const choice = createPresetSelection(parsePresets(deps.presets), {
    form,
    defaults,
    isRestored: deps.draft !== null,
    now: deps.now,
    startFrom,
    selection,
  });
  return { ...choice, Picker: () => <PresetPicker choice={choice} /> };
}

/** The option of a form that was restored. */
const restored = 'restored';

function PresetPicker({ choice: { presets, chosen, choose } }: { readonly choice: PresetSelection }) {
  const { list } = presets.value;
  const { preset, why } = chosen.value;
  const chosenIndex = list.findIndex(({ id }) => id === preset?.id);
  const isNone = why !== restored && chosenIndex < 0;
  return (
    <>
      <Icon of={Layers} />
      <label for="preset">{t('preset')}</label>
      <select
        id="preset"
        class={isNone ? 'note' : undefined}
        value={why === restored ? restored : String(chosenIndex)}
        onChange={({ currentTarget: { value } }) => choose(list[Number(value)] ?? null)}
      >
        {why === restored && <option value={restored}>{t('presetDraft')}</option>}
        <option value="-1">{t('none')}</option>
        {list.map(({ id, name }, index) => (
          <option key={id} value={String(index)}>
            {index === chosenIndex ? withReason(name, chosen.value) : name}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} />
    </>
  );
}

/** The reason is part of the option's text: that is visible while the list is closed. */
function withReason(name: string, { why }: Chosen): string {
  if (why === 'site') return t('presetForSite', isolate(name));
  return why === 'default' ? t('presetByDefault', isolate(name)) : name;
}
