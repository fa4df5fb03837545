/**
 * The short link to come: domain and alias in one row. The first paint draws them as text; the fields that replace it
 * have the same size (link-fields.tsx).
 */
import { ChevronDown, Link2 } from 'lucide';
import { Icon } from '../../../components/icon.tsx';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { PartProps } from '../shell-parts.tsx';

export function LinkRow({ model, parts }: PartProps) {
  const { domains, defaultDomain = '' } = model.view.value;
  const domain = model.form.draft.value.domain || defaultDomain;
  return (
    <div>
      <div class="link-row" dir="ltr">
        <Icon of={Link2} />
        {/* The <select> lies over this text, transparent. On its own it would be as wide as its longest option. */}
        <span class="domain">
          <bdi aria-hidden="true">{displayUrl(domain) || t('domainDefault')}</bdi>
          {domains.some((one) => one !== defaultDomain) && <Icon of={ChevronDown} />}
          <parts.DomainField model={model} />
        </span>
        /
        <parts.AliasField model={model} />
      </div>
      <parts.AliasProblem model={model} />
    </div>
  );
}
