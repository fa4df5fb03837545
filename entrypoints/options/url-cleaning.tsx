/** What is offered to be taken out of an address before it is shortened. */
import { Fragment } from 'preact';
import { cleanUpSteps, type CleanUpStep } from '../../lib/url/clean-url-steps.ts';
import { sayStep } from '../../lib/i18n/describe-lint.ts';
import { say } from '../../lib/i18n/t.ts';
import type { OptionsModel } from './model.ts';

export function Addresses({ model }: { readonly model: OptionsModel }) {
  const { cleanUp } = model.preferences.value;
  const turn = (step: CleanUpStep, on: boolean) => {
    // What the page says of itself is read by a script in it.
    if (step === 'canonical' && on) model.requestReading();
    const others = cleanUp.filter((other) => other !== step);
    void model.change({ cleanUp: on ? [...others, step] : others });
  };
  return (
    <section aria-labelledby="addresses" class="behaviour">
      <h2 id="addresses">{say('addressesHeading')}</h2>
      <p class="note">{say('addressesHint')}</p>
      {cleanUpSteps.map((step) => (
        <Fragment key={step}>
          <label class="check">
            <input
              type="checkbox"
              aria-describedby={step === 'canonical' ? 'canonical-hint' : undefined}
              checked={cleanUp.includes(step)}
              onChange={(event) => turn(step, event.currentTarget.checked)}
            />
            {sayStep(step)}
          </label>
          {step === 'canonical' && (
            <p id="canonical-hint" class="note">
              {say('canonicalHint')}
            </p>
          )}
        </Fragment>
      ))}
    </section>
  );
}
