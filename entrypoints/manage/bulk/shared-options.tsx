/** What every row gets unless its own cells say otherwise. */
import { Combobox } from '../../../components/combobox/combobox.tsx';
import { listboxBehavior } from '../../../components/combobox/listbox.tsx';
import { ChoiceField, leftToRight, TextField } from '../../../components/link-options/field.tsx';
import type { Presets } from '../../../lib/presets/preset.ts';
import { recentFirst } from '../../../lib/storage/picker-lists.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { AccountContext } from './account-context.ts';
import type { ImportModel } from './import-model.ts';
import { canAutoSelectPreset } from './import-options.ts';

export interface SharedOptionsProps {
  readonly model: ImportModel;
  readonly known: AccountContext;
}

interface PresetFieldProps {
  readonly model: ImportModel;
  readonly presets: Presets;
}

/** Its id may be any text. */
const ofPreset = 'preset ';

function PresetField({ model, presets }: PresetFieldProps) {
  const { preset, presetByItself } = model.options.value;
  const choose = (choice: string) => {
    if (choice === 'by-itself') model.chooseAutoPreset();
    else model.choosePreset(choice === 'none' ? null : choice.slice(ofPreset.length));
  };
  return (
    <div class="options">
      <ChoiceField
        id="bulk-preset"
        label={t('preset')}
        hint={presetByItself ? t('bulkPresetByItselfHint') : undefined}
        value={presetByItself ? 'by-itself' : preset === null ? 'none' : `${ofPreset}${preset}`}
        choices={[
          // One that is chosen stays there, though no preset may be left that it could find.
          ...(presetByItself || canAutoSelectPreset(presets)
            ? [['by-itself', t('bulkPresetByItself')] as const]
            : []),
          ['none', t('none')],
          ...presets.list.map(({ id, name }) => [`${ofPreset}${id}`, name] as const),
        ]}
        onChoose={choose}
      />
    </div>
  );
}

export function SharedOptionRows({ model, known: { lists, presets } }: SharedOptionsProps) {
  const { campaign, channel, pixels, domain, cleanUp, together, campaignName, slug } = model.options.value;
  const { recent } = lists;
  return (
    <section aria-labelledby="bulk-for-all">
      <h3 id="bulk-for-all">{t('bulkForAllRows')}</h3>
      {presets.list.length > 0 && <PresetField model={model} presets={presets} />}
      {!together && (
        <Combobox
          id="bulk-campaign"
          label={t('campaign')}
          options={recentFirst(lists.campaigns, recent.campaigns)}
          chosen={campaign === null ? [] : [campaign]}
          onChange={([picked = null]) => model.chooseSharedOptions({ campaign: picked })}
          behaviour={listboxBehavior}
        />
      )}
      <Combobox
        id="bulk-channel"
        label={t('channel')}
        options={recentFirst(lists.channels, recent.channels)}
        chosen={channel === null ? [] : [channel]}
        onChange={([picked = null]) => model.chooseSharedOptions({ channel: picked })}
        behaviour={listboxBehavior}
      />
      <Combobox
        id="bulk-pixels"
        label={t('pixels')}
        several
        options={recentFirst(lists.pixels, recent.pixels)}
        chosen={pixels}
        onChange={(picked) => model.chooseSharedOptions({ pixels: [...picked] })}
        behaviour={listboxBehavior}
      />
      <div class="options">
        <ChoiceField
          id="bulk-domain"
          label={t('domain')}
          value={domain}
          choices={[
            ['', t('domainDefault')],
            ...lists.domains.map((one) => [one, displayUrl(one)] as const),
            // One that is chosen stays choosable, though the account may have lost it.
            ...(domain === '' || lists.domains.includes(domain)
              ? []
              : [[domain, displayUrl(domain)] as const]),
          ]}
          onChoose={(one) => model.chooseSharedOptions({ domain: one })}
        />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={cleanUp}
          onChange={(event) => model.chooseSharedOptions({ cleanUp: event.currentTarget.checked })}
        />
        {t('bulkCleanUp')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          aria-describedby="together-hint"
          checked={together}
          onChange={(event) => model.chooseOneCampaign({ together: event.currentTarget.checked })}
        />
        {t('bulkTogether')}
      </label>
      <p id="together-hint" class="note">
        {t('bulkTogetherHint')}
      </p>
      {together && (
        <div class="options">
          <TextField
            id="bulk-campaign-name"
            label={t('campaign')}
            value={campaignName}
            onType={(name) => model.chooseOneCampaign({ campaignName: name })}
            input={{ dir: 'auto', placeholder: t('bulkTogetherName') }}
          />
          <TextField
            id="bulk-slug"
            label={t('bulkRotatorSlug')}
            hint={t('bulkRotatorSlugHint')}
            value={slug}
            onType={(typed) => model.chooseOneCampaign({ slug: typed })}
            input={leftToRight}
          />
        </div>
      )}
    </section>
  );
}
