/** What is offered to be taken out of an address before it is shortened. */
import { Fragment } from 'preact';
import { cleanSteps, type CleanStepName } from '../../lib/url/clean-url-steps.ts';
import { describeStep } from '../../lib/i18n/describe-lint.ts';
import { t } from '../../lib/i18n/t.ts';
import type { OptionsModel } from './model.ts';

export function UrlCleaning({ model }: { readonly model: OptionsModel }) {
  const { cleanUp } = model.preferences.value;
  const turn = (step: CleanStepName, on: boolean) => {
    // What the page says of itself is read by a script in it.
    if (step === 'canonical' && on) model.requestReading();
    const others = cleanUp.filter((other) => other !== step);
    void model.change({ cleanUp: on ? [...others, step] : others });
  };
  return (
    <section aria-labelledby="addresses" class="behaviour">
      <h2 id="addresses">{t('addressesHeading')}</h2>
      <p class="note">{t('addressesHint')}</p>
      {cleanSteps.map((step) => (
        <Fragment key={step}>
          <label class="check">
            <input
              type="checkbox"
              aria-describedby={step === 'canonical' ? 'canonical-hint' : undefined}
              checked={cleanUp.includes(step)}
              onChange={(event) => turn(step, event.currentTarget.checked)}
            />
            {describeStep(step)}
          </label>
          {step === 'canonical' && (
            <p id="canonical-hint" class="note">
              {t('canonicalHint')}
            </p>
          )}
        </Fragment>
      ))}
    </section>
  );
}
