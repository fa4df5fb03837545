/** The settings for all rows as one line, which expands to their fields. */
import {
  CalendarClock,
  Eraser,
  Folder,
  Globe,
  Hash,
  Layers,
  List,
  SlidersHorizontal,
  Target,
  TriangleAlert,
  type IconNode,
} from 'lucide';
import { useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { describeExpiry } from '../../../lib/i18n/describe-expiry.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { recordToCreate, type CreatableField } from './unmatched-names.ts';
import { DisclosureLine } from './disclosure-line.tsx';
import type { ImportOptions } from './import-options.ts';
import { SharedOptionFields, type SharedOptionFieldsProps } from './shared-option-fields.tsx';

export function SharedOptions(props: SharedOptionFieldsProps) {
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
        {chosen.length === 0 && <span class="note">{t('none')}</span>}
      </DisclosureLine>
      {isOpen && (
        <div class="disclosure-panel">
          <SharedOptionFields {...props} />
        </div>
      )}
    </section>
  );
}

/** A typed name stands in place of the choice. */
function nameSetting(icon: IconNode, options: ImportOptions, field: CreatableField): ChosenSetting | false {
  const chosen = recordToCreate(options, field);
  const unmatched = options.unmatched[field];
  if (chosen === null && unmatched !== '') return [TriangleAlert, unmatched];
  const { name } = chosen ?? options[field] ?? { name: '' };
  return name !== '' && [icon, name];
}

type ChosenSetting = readonly [icon: IconNode, text: string];

function chosenSettings({ model, account: { presets } }: SharedOptionFieldsProps): readonly ChosenSetting[] {
  const options = model.options.value;
  const { preset, presetByItself, pixels, domain, expiry, cleanUp, together } = options;
  const presetName = presets.list.find(({ id }) => id === preset)?.name;
  const settings: (ChosenSetting | false)[] = [
    presetByItself ? [Layers, t('bulkPresetAutomatic')] : presetName !== undefined && [Layers, presetName],
    !together && nameSetting(Folder, options, 'campaign'),
    nameSetting(Hash, options, 'channel'),
    ...pixels.map(({ name }): ChosenSetting => [Target, name]),
    expiry !== '' && [CalendarClock, t('setTo', t('expires'), describeExpiry(expiry))],
    domain !== '' && [Globe, displayUrl(domain)],
    cleanUp && [Eraser, t('bulkCleanUp')],
    together && [List, t('bulkShareAsList')],
  ];
  return settings.filter((setting) => setting !== false);
}
