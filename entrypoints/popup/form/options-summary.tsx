/** The notes beside folded options: how many are set, that one of them is wrong, and what was not stored. */
import { hasInvalidCharacters } from '../../../lib/forms/alias-characters.ts';
import { countOptions } from '../../../lib/forms/count-options.ts';
import { formatDuration } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';
import { UrlWarningsLoader } from '../url-warnings/url-warnings-loader.tsx';
import { lazy } from '../lazy.tsx';

const PasswordNote = lazy(async () => (await import('./password-note.tsx')).PasswordNote);
const ParameterCheck = lazy(async () => (await import('../url-warnings/parameter-check.tsx')).ParameterCheck);

export function OptionsCount({ model }: ModelProps) {
  const draft = model.form.draft.value;
  const { all } = countOptions(draft);
  const { expiry = '' } = draft.extras ?? {};
  // Named, because it is often the default: in a new form, a count would look like a choice of the user.
  if (all === 1 && expiry)
    return <>{expiry.startsWith('+') ? t('expirationAfter', formatDuration(expiry)) : t('expires')}</>;
  return <>{all > 0 && formatCount('optionsSet', all)}</>;
}

export function BlockingErrorNote({ model }: ModelProps) {
  const isAlias = hasInvalidCharacters(model.form.draft.value.alias);
  return (
    <p role="status" class="problem">
      {model.hasBlockingError.value && t(isAlias ? 'fixAliasFirst' : 'fixOptionsFirst')}
    </p>
  );
}

/** Below the main button: what has to be corrected, or deserves a second look. */
export function FormNotes({ model }: ModelProps) {
  const { form, hasBlockingError } = model;
  const withdrawn = model.job.value === null ? model.withdrawn.value : null;
  return (
    <>
      <p role="status" class="note">
        {withdrawn && t(withdrawn === 'canceled' ? 'linkCanceled' : 'dismissHint')}
      </p>
      {model.passwordOmitted.value && <PasswordNote />}
      {(form.draft.value.extras || hasBlockingError.value) && (
        <>
          <BlockingErrorNote model={model} />
          {/* Two values for one parameter. */}
          {form.extras.value.parameters.length > 0 && <ParameterCheck model={model} />}
        </>
      )}
      <UrlWarningsLoader model={model} />
    </>
  );
}
