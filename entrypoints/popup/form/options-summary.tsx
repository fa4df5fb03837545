/** What stands about the options while they are folded away: how many are set, that one of them is wrong, and what was
 * not kept. */
import { useEffect, useState } from 'preact/hooks';
import { countOptions } from '../../../lib/forms/count-options.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { PopupModel } from '../model.ts';
import type * as parameterCheck from '../url-warnings/parameter-check.tsx';

export interface OptionsSummaryProps {
  readonly model: PopupModel;
}

export function OptionsCount({ model }: OptionsSummaryProps) {
  const { all } = countOptions(model.form.draft.value);
  return <>{all > 0 && formatCount('optionsSet', all)}</>;
}

export function PasswordNote({ model }: OptionsSummaryProps) {
  return model.passwordLeft.value ? <p class="note">{t('passwordLeft')}</p> : null;
}

export function BlockingErrorNote({ model }: OptionsSummaryProps) {
  return (
    <p role="status" class="problem">
      {model.hasBlockingError.value && t('optionsObstacle')}
    </p>
  );
}

/** Two values for one parameter. What compares them loads only where there are parameters. */
export function ParameterNote({ model }: OptionsSummaryProps) {
  const [check, setCheck] = useState<typeof parameterCheck | null>(null);
  const closely = model.form.extras.value.parameters.length > 0;
  useEffect(() => {
    if (closely) void import('../url-warnings/parameter-check.tsx').then(setCheck);
  }, [closely]);
  return closely && check ? <check.ParameterCheck model={model} /> : null;
}
