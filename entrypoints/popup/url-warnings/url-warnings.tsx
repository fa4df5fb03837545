/**
 * What is worth knowing of an address, beside the button that shortens it: warnings, and what the link need not carry.
 * Nothing here forbids anything, and nothing is changed but by the person.
 */
import { useMemo } from 'preact/hooks';
import { defaultSteps, toSwitches } from '../../../lib/url/clean-url-steps.ts';
import { cleanUrl, isSamePage } from '../../../lib/url/clean-url.ts';
import { lintUrl } from '../../../lib/url/lint-url.ts';
import { describeFix, describeStep, describeWarning } from '../../../lib/i18n/describe-lint.ts';
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { PopupModel } from '../model.ts';

export interface UrlWarningsProps {
  readonly model: PopupModel;
  readonly address: string;
  /** What the page gives as its own address; empty where that is not known. */
  readonly canonical: string;
}

export function UrlWarnings({ model, address, canonical }: UrlWarningsProps) {
  const { domains, recents, cleanUp: names = defaultSteps } = model.view.value;
  // What the page says holds for the page, not for an address that was typed.
  const page = useMemo(
    () => (canonical !== '' && isSamePage(address, model.page.address) ? { canonical } : {}),
    [address, canonical, model],
  );
  const switches = useMemo(() => toSwitches(names), [names]);
  const warnings = useMemo(
    // Where that is a step, it is told once.
    () => {
      const shortUrls = recents.map(({ shortUrl }) => shortUrl);
      return lintUrl(address, { domains, shortUrls, ...(switches.canonical ? {} : page) });
    },
    [address, domains, recents, page, switches],
  );
  const { steps, address: clean } = useMemo(
    () => cleanUrl(address, page, switches),
    [address, page, switches],
  );
  const change = (next: string) => () => model.form.change({ address: next });
  if (warnings.length + steps.length === 0) return null;
  return (
    <ul class="warnings">
      {warnings.map((warning) => (
        <li key={warning.kind}>
          <span>{describeWarning(warning)}</span>
          {warning.fix !== null && (
            <button type="button" onClick={change(warning.fix)}>
              {describeFix(warning.kind)}
            </button>
          )}
        </li>
      ))}
      {steps.map(({ step, removed, after }) => (
        <li key={step}>
          <span id={`clean-${step}`}>
            {t(removed.length > 0 ? 'cleanUpOffer' : 'cleanUpInstead', describeStep(step))}{' '}
            <Short text={removed.length > 0 ? removed.join(' ') : after} />
          </span>
          {/* Each by itself, whatever stands before it. */}
          <button
            type="button"
            aria-describedby={`clean-${step}`}
            onClick={() => change(cleanUrl(address, page, toSwitches([step])).address)()}
          >
            {t('cleanUp')}
          </button>
        </li>
      ))}
      {steps.length > 1 && (
        <li>
          <span>
            {t('cleanUpLeaves')} <Short text={clean} />
          </span>
          <button type="button" onClick={change(clean)}>
            {t('cleanUpAll')}
          </button>
        </li>
      )}
    </ul>
  );
}

function Short({ text }: { readonly text: string }) {
  return (
    <bdi dir="ltr" title={text}>
      {truncateMiddle(text, 60)}
    </bdi>
  );
}
