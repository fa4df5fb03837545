/** The alias of the link row at the first paint, in place of its field. */
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';

export function AliasText({ model }: ModelProps) {
  const { alias } = model.form.draft.value;
  return alias === '' ? (
    <span class="alias">{t('aliasAutomatic')}</span>
  ) : (
    <strong class="alias">{alias}</strong>
  );
}
