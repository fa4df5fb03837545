/**
 * What is worth knowing of an address, beside the button that shortens it: warnings, and what the link need not carry.
 * Nothing here forbids anything, and nothing is changed but by the person.
 */
import { useMemo } from 'preact/hooks';
import { cleanUp, defaultSwitches } from '../../lib/shortening/clean-up.ts';
import { lint } from '../../lib/shortening/lint.ts';
import { sayFix, sayStep, sayWarning } from '../../lib/text/lint-words.ts';
import { middleEllipsis } from '../../lib/text/middle-ellipsis.ts';
import { say } from '../../lib/text/say.ts';
import type { PopupModel } from './model.ts';

export interface AddressCheckProps {
  readonly model: PopupModel;
  readonly address: string;
}

export function AddressCheck({ model, address }: AddressCheckProps) {
  const { site, domains } = model.view.value;
  const warnings = useMemo(() => lint(address, { service: site, domains }), [address, site, domains]);
  const steps = useMemo(() => cleanUp(address, {}, defaultSwitches).steps, [address]);
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
      {steps.map(({ step, removed }) => (
        <li key={step}>
          <span>
            {say('cleanUpOffer', sayStep(step))} <bdi dir="ltr">{middleEllipsis(removed.join(' '), 60)}</bdi>
          </span>
          {/* Each by itself, whatever stands before it. */}
          <button
            type="button"
            onClick={() => change(cleanUp(address, {}, { ...noSwitches, [step]: true }).address)()}
          >
            {say('cleanUp')}
          </button>
        </li>
      ))}
    </ul>
  );
}

const noSwitches = { ...defaultSwitches, tracking: false, session: false };
