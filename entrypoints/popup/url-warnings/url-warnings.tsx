/**
 * Warnings about the URL, and the clean-up steps it allows, beside the button that shortens it. Nothing is blocked, and
 * nothing changes without a press.
 */
import { Check, Eraser, TriangleAlert } from 'lucide';
import { useMemo } from 'preact/hooks';
import { defaultSteps, toSwitches } from '../../../lib/url/clean-url-steps.ts';
import { cleanUrl, isEqualWhenCleaned, type CleanStep, type PageInfo } from '../../../lib/url/clean-url.ts';
import { lintUrl } from '../../../lib/url/lint-url.ts';
import { maxUrlLength } from '../../../lib/url/may-need-lint.ts';
import { describeFix, describeStep, describeWarning } from '../../../lib/i18n/describe-lint.ts';
import { formatList } from '../../../lib/i18n/format.ts';
import { listParts } from '../../../lib/i18n/list-parts.ts';
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isolateLeftToRight } from '../../../lib/text/isolate.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { ModelProps } from '../model.ts';
import '../lazy-styles.ts';

/** Made by a button of a warning. */
export interface UrlChange {
  readonly before: string;
  readonly after: string;
}

interface UrlWarningsProps extends ModelProps {
  readonly address: string;
  /** The page's canonical URL; empty if it isn't known. */
  readonly canonical: string;
  /** Known short URLs. */
  readonly shortUrls: readonly string[];
  /** The change that has led to this URL. */
  readonly undoable: UrlChange | null;
  readonly onChange: (change: UrlChange | null) => void;
}

/** Moves the focus from a removed warning to the next one, or to "Shorten". */
function restoreFocus(): void {
  if (document.activeElement !== document.body) return;
  const next =
    document.querySelector('.warnings li:not(.undo) button') ??
    document.querySelector('form button:not([type])');
  if (next instanceof HTMLElement) next.focus();
}

export function UrlWarnings(props: UrlWarningsProps) {
  const { model, address, canonical, shortUrls, undoable, onChange } = props;
  const { domains, cleanUp: names = defaultSteps } = model.view.value;
  // The page's canonical URL applies to the page only, not to another URL that was typed.
  const page = useMemo(
    () => (canonical !== '' && isEqualWhenCleaned(address, model.page.address) ? { canonical } : {}),
    [address, canonical, model],
  );
  const switches = useMemo(() => toSwitches(names), [names]);
  const warnings = useMemo(
    // A canonical URL that a clean-up step offers needs no warning as well.
    () => lintUrl(address, { domains, shortUrls, ...(switches.has('canonical') ? {} : page) }),
    [address, domains, shortUrls, page, switches],
  );
  const cleaned = useMemo(() => cleanUrl(address, page, switches), [address, page, switches]);
  const change = (next: string) => {
    onChange(next === undoable?.before ? null : { before: model.form.draft.peek().address, after: next });
    model.form.change({ address: next });
    // Once it is drawn.
    setTimeout(restoreFocus);
  };
  if (warnings.length + cleaned.steps.length === 0 && undoable === null) return null;
  return (
    <ul class="warnings">
      {warnings.map(({ kind, parts, fix }) => (
        <li key={kind} class="banner decision">
          <Icon of={TriangleAlert} />
          <span>{describeWarning({ kind, parts, fix }, maxUrlLength)}</span>
          {fix !== null && <Button text={describeFix(kind)} onClick={() => change(fix)} />}
        </li>
      ))}
      {cleaned.steps.map((step) => (
        <CleanUpRow key={step.step} address={address} page={page} step={step} onClean={change} />
      ))}
      {cleaned.steps.length > 1 && (
        <li class="banner">
          <Icon of={Eraser} />
          <span title={cleaned.address}>{t('cleanUpResult', truncated(cleaned.address))}</span>
          <Button text={t('cleanUpAll')} onClick={() => change(cleaned.address)} />
        </li>
      )}
      {undoable !== null && (
        <li class="banner undo">
          <Icon of={Check} />
          <span>{t('urlChanged')}</span>
          <Button text={t('undo')} onClick={() => change(undoable.before)} />
        </li>
      )}
    </ul>
  );
}

interface CleanUpRowProps {
  readonly address: string;
  readonly page: PageInfo;
  readonly step: CleanStep;
  readonly onClean: (address: string) => void;
}

function CleanUpRow({ address, page, step: { step, removed, after }, onClean }: CleanUpRowProps) {
  const isRemoval = removed.length > 0;
  const part = isRemoval ? listParts(removed, isolateLeftToRight) : truncated(after);
  return (
    <li class="banner">
      <Icon of={Eraser} />
      <span id={`clean-${step}`} title={isRemoval ? formatList(removed) : after}>
        {t(isRemoval ? 'cleanUpOffer' : 'setTo', describeStep(step), part)}
      </span>
      {/* Applies this step alone, without the steps before it. */}
      <Button
        text={t('cleanUp')}
        aria-describedby={`clean-${step}`}
        onClick={() => onClean(cleanUrl(address, page, toSwitches([step])).address)}
      />
    </li>
  );
}

const truncated = (text: string): string => isolateLeftToRight(truncateMiddle(text, 60));
