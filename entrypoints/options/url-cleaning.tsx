/** Clean-up steps that are offered for a URL before it is shortened. */
import { Checkbox } from '../../components/checkbox.tsx';
import { cleanSteps, type CleanStepName } from '../../lib/url/clean-url-steps.ts';
import { describeStep } from '../../lib/i18n/describe-lint.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ModelProps } from './model.ts';
import { Section } from './section.tsx';

/** The one with a hint, which takes a whole line, is last. */
const shownSteps = [...cleanSteps.filter((step) => step !== 'canonical'), 'canonical'] as const;

export function UrlCleaning({ model }: ModelProps) {
  const { cleanUp } = model.preferences.value;
  const toggle = (step: CleanStepName, enabled: boolean) => {
    // The canonical URL is read by a script in the page, which needs a permission.
    if (step === 'canonical' && enabled) model.requestScripting();
    const others = cleanUp.filter((other) => other !== step);
    void model.change({ cleanUp: enabled ? [...others, step] : others });
  };
  return (
    <Section id="addresses" hint={t('cleanUpUrlsHint', t('shorten'))} model={model}>
      <div class="card choices">
        {shownSteps.map((step) => (
          <div key={step}>
            <Checkbox
              label={describeStep(step)}
              describedBy={step === 'canonical' ? 'canonical-hint' : undefined}
              checked={cleanUp.includes(step)}
              onChange={(checked) => toggle(step, checked)}
            />
            {step === 'canonical' && (
              <p id="canonical-hint" class="hint">
                {t('canonicalHint')}
              </p>
            )}
          </div>
        ))}
      </div>
    </Section>
  );
}
