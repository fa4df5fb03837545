/** What link forms, batches, menu, shortcut and address bar start with. */
import { AssignmentFields } from '../../components/assignment-fields.tsx';
import { domainOptions } from '../../components/link-options/offered-domains.ts';
import { SelectRow } from '../../components/setting-rows.tsx';
import { expiryChoices } from '../../lib/i18n/describe-expiry.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ModelProps } from './model.ts';
import { Section } from './section.tsx';

export function Defaults({ model }: ModelProps) {
  const { domain, expiry } = model.preferences.value;
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
          id="default-domain"
          label={t('domain')}
          value={domain}
          options={domainOptions(model.lists.value ?? { domains: [] }, domain)}
          onChange={(chosen) => void model.change({ domain: chosen })}
        />
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
