/** What every row gets unless its own cells say otherwise. */
import { Picker } from '../../../components/combobox/combobox.tsx';
import { pickerBehaviour } from '../../../components/combobox/listbox.tsx';
import { ChoiceField, leftToRight, TextField } from '../../../components/link-options/field.tsx';
import type { Presets } from '../../../lib/presets/preset.ts';
import { recentFirst } from '../../../lib/storage/picker-lists.ts';
import { shownAddress } from '../../../lib/i18n/truncate.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { Known } from './account-context.ts';
import { canChooseByItself, type IntakeModel } from './import-model.ts';

export interface ForAllProps {
  readonly model: IntakeModel;
  readonly known: Known;
}

interface PresetFieldProps {
  readonly model: IntakeModel;
  readonly presets: Presets;
}

/** Its id may be any text. */
const ofPreset = 'preset ';

function PresetField({ model, presets }: PresetFieldProps) {
  const { preset, presetByItself } = model.chosen.value;
  const choose = (choice: string) => {
    if (choice === 'by-itself') model.choosePresetByItself();
    else model.choosePreset(choice === 'none' ? null : choice.slice(ofPreset.length));
  };
  return (
    <div class="options">
      <ChoiceField
        id="bulk-preset"
        label={say('preset')}
        hint={presetByItself ? say('bulkPresetByItselfHint') : undefined}
        value={presetByItself ? 'by-itself' : preset === null ? 'none' : `${ofPreset}${preset}`}
        choices={[
          // One that is chosen stays there, though no preset may be left that it could find.
          ...(presetByItself || canChooseByItself(presets)
            ? [['by-itself', say('bulkPresetByItself')] as const]
            : []),
          ['none', say('none')],
          ...presets.list.map(({ id, name }) => [`${ofPreset}${id}`, name] as const),
        ]}
        onChoose={choose}
      />
    </div>
  );
}

export function ForAllRows({ model, known: { lists, presets } }: ForAllProps) {
  const { campaign, channel, pixels, domain, cleanUp, together, campaignName, slug } = model.chosen.value;
  const { recent } = lists;
  return (
    <section aria-labelledby="bulk-for-all">
      <h3 id="bulk-for-all">{say('bulkForAllRows')}</h3>
      {presets.list.length > 0 && <PresetField model={model} presets={presets} />}
      {!together && (
        <Picker
          id="bulk-campaign"
          label={say('campaign')}
          options={recentFirst(lists.campaigns, recent.campaigns)}
          chosen={campaign === null ? [] : [campaign]}
          onChange={([picked = null]) => model.chooseForAll({ campaign: picked })}
          behaviour={pickerBehaviour}
        />
      )}
      <Picker
        id="bulk-channel"
        label={say('channel')}
        options={recentFirst(lists.channels, recent.channels)}
        chosen={channel === null ? [] : [channel]}
        onChange={([picked = null]) => model.chooseForAll({ channel: picked })}
        behaviour={pickerBehaviour}
      />
      <Picker
        id="bulk-pixels"
        label={say('pixels')}
        several
        options={recentFirst(lists.pixels, recent.pixels)}
        chosen={pixels}
        onChange={(picked) => model.chooseForAll({ pixels: [...picked] })}
        behaviour={pickerBehaviour}
      />
      <div class="options">
        <ChoiceField
          id="bulk-domain"
          label={say('domain')}
          value={domain}
          choices={[
            ['', say('domainDefault')],
            ...lists.domains.map((one) => [one, shownAddress(one)] as const),
            // One that is chosen stays choosable, though the account may have lost it.
            ...(domain === '' || lists.domains.includes(domain)
              ? []
              : [[domain, shownAddress(domain)] as const]),
          ]}
          onChoose={(one) => model.chooseForAll({ domain: one })}
        />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={cleanUp}
          onChange={(event) => model.chooseForAll({ cleanUp: event.currentTarget.checked })}
        />
        {say('bulkCleanUp')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          aria-describedby="together-hint"
          checked={together}
          onChange={(event) => model.chooseTogether({ together: event.currentTarget.checked })}
        />
        {say('bulkTogether')}
      </label>
      <p id="together-hint" class="note">
        {say('bulkTogetherHint')}
      </p>
      {together && (
        <div class="options">
          <TextField
            id="bulk-campaign-name"
            label={say('campaign')}
            value={campaignName}
            onType={(name) => model.chooseTogether({ campaignName: name })}
            input={{ dir: 'auto', placeholder: say('bulkTogetherName') }}
          />
          <TextField
            id="bulk-slug"
            label={say('bulkRotatorSlug')}
            hint={say('bulkRotatorSlugHint')}
            value={slug}
            onType={(typed) => model.chooseTogether({ slug: typed })}
            input={leftToRight}
          />
        </div>
      )}
    </section>
  );
}
