/** What link forms, batches, menu, shortcut and address bar start with. */
import { AssignmentFields } from '../../components/assignment-fields.tsx';
import { SelectRow } from '../../components/setting-rows.tsx';
import { expiryChoices } from '../../lib/i18n/describe-expiry.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ModelProps } from './model.ts';
import { Section } from './section.tsx';

export function Defaults({ model }: ModelProps) {
  const { expiry } = model.preferences.value;
  return (
    <Section id="defaults" hint={t('defaultsHint')} model={model}>
      <div class="properties">
        <AssignmentFields
          fields={['campaign', 'channel', 'pixels']}
          lists={model.lists.value ?? {}}
          chosen={model.preferences.value}
          onChange={(fields) => void model.change(fields)}
        />
      </div>
      <div class="card rows">
        <SelectRow
          id="default-expiry"
          label={t('expires')}
          hint={t('defaultExpirationHint')}
          value={expiry}
          options={expiryChoices(expiry)}
          onChange={(chosen) => void model.change({ expiry: chosen })}
        />
      </div>
    </Section>
  );
}
