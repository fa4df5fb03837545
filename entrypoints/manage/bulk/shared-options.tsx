/** The settings for all rows: campaign, channel and pixels, and the others as one line, which expands to their fields. */
import { CalendarClock, Eraser, Globe, Layers, List, SlidersHorizontal, type IconNode } from 'lucide';
import { useState } from 'preact/hooks';
import { AssignmentFields } from '../../../components/assignment-fields.tsx';
import { Checkbox } from '../../../components/checkbox.tsx';
import { Icon } from '../../../components/icon.tsx';
import { ChoiceField, leftToRight, TextField } from '../../../components/link-options/field.tsx';
import { domainOptions } from '../../../components/link-options/offered-domains.ts';
import { describeExpiry, expiryChoices } from '../../../lib/i18n/describe-expiry.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { recentFirstLists, type AccountContext } from './account-context.ts';
import { DisclosureLine } from './disclosure-line.tsx';
import type { ImportModel } from './import-model.ts';
import { canAutoSelectPreset } from './import-options.ts';
import { describeBlockingName } from './labels.ts';
import { isCreatable, recordToCreate, type UnmatchedField } from './unmatched-names.ts';

interface SharedOptionsProps {
  readonly model: ImportModel;
  readonly account: AccountContext;
}

export function SharedOptions(props: SharedOptionsProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = chosenSettings(props);
  return (
    <section aria-labelledby="bulk-for-all" class="shared-options">
      <DisclosureLine
        icon={SlidersHorizontal}
        label={t('bulkEditSettings')}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      >
        <h3 id="bulk-for-all">{t('bulkSharedSettings')}</h3>
        {chosen.map(([icon, text]) => (
          <span key={text} class="pill">
            <Icon of={icon} size={14} />
            <bdi>{text}</bdi>
          </span>
        ))}
      </DisclosureLine>
      <div class="disclosure-panel">
        <SharedAssignment {...props} />
        {isOpen && <SharedOptionFields {...props} />}
      </div>
    </section>
  );
}

type ChosenSetting = readonly [icon: IconNode, text: string];

/** Of the fields that are folded. */
function chosenSettings({ model, account: { presets } }: SharedOptionsProps): readonly ChosenSetting[] {
  const { preset, presetByItself, domain, expiry, cleanUp, together } = model.options.value;
  const presetName = presets.list.find(({ id }) => id === preset)?.name;
  const settings: (ChosenSetting | false)[] = [
    presetByItself ? [Layers, t('bulkPresetAutomatic')] : presetName !== undefined && [Layers, presetName],
    expiry !== '' && [CalendarClock, t('setTo', t('expires'), describeExpiry(expiry))],
    domain !== '' && [Globe, displayUrl(domain)],
    cleanUp && [Eraser, t('bulkCleanUp')],
    together && [List, t('bulkShareAsList')],
  ];
  return settings.filter((setting) => setting !== false);
}

/** Keeps a preset's id, which may be any text, apart from the other choices. */
const idPrefix = 'preset ';

function PresetField({ model, account: { presets } }: SharedOptionsProps) {
  const { preset, presetByItself } = model.options.value;
  const choose = (choice: string) => {
    if (choice === 'by-itself') model.chooseAutoPreset();
    else model.choosePreset(choice === 'none' ? null : choice.slice(idPrefix.length));
  };
  return (
    <div class="options">
      <ChoiceField
        id="bulk-preset"
        label={t('preset')}
        hint={presetByItself ? t('bulkPresetAutomaticHint') : undefined}
        value={presetByItself ? 'by-itself' : preset === null ? 'none' : `${idPrefix}${preset}`}
        choices={[
          // Stays an option while it is chosen, though no preset may be left that it could select.
          ...(presetByItself || canAutoSelectPreset(presets)
            ? [['by-itself', t('bulkPresetAutomatic')] as const]
            : []),
          ['none', t('none')],
          ...presets.list.map(({ id, name }) => [`${idPrefix}${id}`, name] as const),
        ]}
        onChoose={choose}
      />
    </div>
  );
}

/** Not folded: most users look for the campaign. */
function SharedAssignment({ model, account: { lists } }: SharedOptionsProps) {
  const options = model.options.value;
  return (
    <div class="properties">
      <AssignmentFields
        prefix="bulk-"
        fields={options.together ? ['channel', 'pixels'] : ['campaign', 'channel', 'pixels']}
        lists={recentFirstLists(lists)}
        chosen={options}
        onChange={model.chooseSharedOptions}
        creation={(field) => creationOf(model, field)}
      />
    </div>
  );
}

function SharedOptionFields({ model, account }: SharedOptionsProps) {
  const { lists, presets } = account;
  const options = model.options.value;
  return (
    <>
      {presets.list.length > 0 && <PresetField model={model} account={account} />}
      <div class="options">
        <ChoiceField
          id="bulk-domain"
          label={t('domain')}
          value={options.domain}
          choices={domainOptions(lists, options.domain)}
          onChoose={(domain) => model.chooseSharedOptions({ domain })}
        />
        <ChoiceField
          id="bulk-expiry"
          label={t('expires')}
          value={options.expiry}
          choices={expiryChoices(options.expiry)}
          onChoose={(expiry) => model.chooseSharedOptions({ expiry })}
        />
      </div>
      <Checkbox
        label={t('bulkCleanUp')}
        checked={options.cleanUp}
        onChange={(cleanUp) => model.chooseSharedOptions({ cleanUp })}
      />
      <OneCampaignFields model={model} />
    </>
  );
}

function creationOf(model: ImportModel, field: UnmatchedField) {
  const options = model.options.value;
  const toCreate = recordToCreate(options, field) !== null;
  const name = options.unmatched[field];
  return {
    onCreate: isCreatable(field) ? (typed: string) => model.createNamed(field, typed) : undefined,
    unmatched: {
      name,
      note: toCreate ? t('bulkNameToCreate', name) : describeBlockingName({ field, name }),
      isProblem: !toCreate,
      onKeep: (typed: string) => model.keepName(field, typed),
    },
  };
}

function OneCampaignFields({ model }: Pick<SharedOptionsProps, 'model'>) {
  const { together, campaignName, slug } = model.options.value;
  return (
    <>
      <Checkbox
        label={t('bulkShareAsList')}
        describedBy="together-hint"
        checked={together}
        onChange={(checked) => model.chooseOneCampaign({ together: checked })}
      />
      <p id="together-hint" class="hint check-hint">
        {t('bulkShareAsListHint')}
      </p>
      {together && (
        <div class="options">
          <TextField
            id="bulk-campaign-name"
            label={t('campaign')}
            value={campaignName}
            onType={(name) => model.chooseOneCampaign({ campaignName: name })}
            input={{ dir: 'auto', placeholder: t('bulkSameAsBatchName') }}
          />
          <TextField
            id="bulk-slug"
            label={t('rotatorAlias')}
            hint={t('bulkRotatorAliasHint')}
            value={slug}
            onType={(typed) => model.chooseOneCampaign({ slug: typed })}
            input={leftToRight}
          />
        </div>
      )}
    </>
  );
}
