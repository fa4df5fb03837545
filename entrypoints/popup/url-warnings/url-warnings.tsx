/**
 * What is worth knowing of an address, beside the button that shortens it: warnings, and what the link need not carry.
 * Nothing here forbids anything, and nothing is changed but by the person.
 */
import { useMemo } from 'preact/hooks';
import { defaultSteps, switchesOf } from '../../../lib/url/clean-url-steps.ts';
import { cleanUp, isSamePage } from '../../../lib/url/clean-url.ts';
import { lint } from '../../../lib/url/lint-url.ts';
import { sayFix, sayStep, sayWarning } from '../../../lib/i18n/describe-lint.ts';
import { middleEllipsis } from '../../../lib/i18n/truncate.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { PopupModel } from '../model.ts';

export interface AddressCheckProps {
  readonly model: PopupModel;
  readonly address: string;
  /** What the page gives as its own address; empty where that is not known. */
  readonly canonical: string;
}

export function AddressCheck({ model, address, canonical }: AddressCheckProps) {
  const { domains, recents, cleanUp: names = defaultSteps } = model.view.value;
  // What the page says holds for the page, not for an address that was typed.
  const page = useMemo(
    () => (canonical !== '' && isSamePage(address, model.page.address) ? { canonical } : {}),
    [address, canonical, model],
  );
  const switches = useMemo(() => switchesOf(names), [names]);
  const warnings = useMemo(
    // Where that is a step, it is told once.
    () => {
      const shortUrls = recents.map(({ shortUrl }) => shortUrl);
      return lint(address, { domains, shortUrls, ...(switches.canonical ? {} : page) });
    },
    [address, domains, recents, page, switches],
  );
  const { steps, address: clean } = useMemo(
    () => cleanUp(address, page, switches),
    [address, page, switches],
  );
  const change = (next: string) => () => model.form.change({ address: next });
  if (warnings.length + steps.length === 0) return null;
  return (
    <ul class="warnings">
      {warnings.map((warning) => (
        <li key={warning.kind}>
          <span>{sayWarning(warning)}</span>
          {warning.fix !== null && (
            <button type="button" onClick={change(warning.fix)}>
              {sayFix(warning.kind)}
            </button>
          )}
        </li>
      ))}
      {steps.map(({ step, removed, after }) => (
        <li key={step}>
          <span id={`clean-${step}`}>
            {say(removed.length > 0 ? 'cleanUpOffer' : 'cleanUpInstead', sayStep(step))}{' '}
            <Short text={removed.length > 0 ? removed.join(' ') : after} />
          </span>
          {/* Each by itself, whatever stands before it. */}
          <button
            type="button"
            aria-describedby={`clean-${step}`}
            onClick={() => change(cleanUp(address, page, switchesOf([step])).address)()}
          >
            {say('cleanUp')}
          </button>
        </li>
      ))}
      {steps.length > 1 && (
        <li>
          <span>
            {say('cleanUpLeaves')} <Short text={clean} />
          </span>
          <button type="button" onClick={change(clean)}>
            {say('cleanUpAll')}
          </button>
        </li>
      )}
    </ul>
  );
}

function Short({ text }: { readonly text: string }) {
  return (
    <bdi dir="ltr" title={text}>
      {middleEllipsis(text, 60)}
    </bdi>
  );
}
