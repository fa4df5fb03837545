/** Options of every row whose own cells don't set them. */
import { Checkbox } from '../../../components/checkbox.tsx';
import { AssignmentFields } from '../../../components/assignment-fields.tsx';
import { ChoiceField, leftToRight, TextField } from '../../../components/link-options/field.tsx';
import { offeredDomains } from '../../../components/link-options/offered-domains.ts';
import { expiryChoices } from '../../../lib/i18n/describe-expiry.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { recentFirstLists, type AccountContext } from './account-context.ts';
import type { ImportModel } from './import-model.ts';
import { canAutoSelectPreset } from './import-options.ts';
import { describeBlockingName } from './labels.ts';
import { isCreatable, recordToCreate, type UnmatchedField } from './unmatched-names.ts';

export interface SharedOptionFieldsProps {
  readonly model: ImportModel;
  readonly account: AccountContext;
}

/** Keeps a preset's id, which may be any text, apart from the other choices. */
const idPrefix = 'preset ';

function PresetField({ model, account: { presets } }: SharedOptionFieldsProps) {
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

export function SharedOptionFields({ model, account }: SharedOptionFieldsProps) {
  const { lists, presets } = account;
  const options = model.options.value;
  return (
    <>
      {presets.list.length > 0 && <PresetField model={model} account={account} />}
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
      <div class="options">
        <ChoiceField
          id="bulk-domain"
          label={t('domain')}
          value={options.domain}
          choices={[
            ['', t('domainDefault')],
            ...offeredDomains(lists.domains, options.domain).map((one) => [one, displayUrl(one)] as const),
          ]}
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

function OneCampaignFields({ model }: Pick<SharedOptionFieldsProps, 'model'>) {
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
