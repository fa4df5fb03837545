/** "Expiration": a date and time in the service's time zone, with quick choices. */
import { useRef } from 'preact/hooks';
import { Button } from '../button.tsx';
import { incompleteExpiry } from '../../lib/draft/expiry.ts';
import { formatDuration } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';
import type { LinkOptionsFormProps } from './types.ts';
import { Field, fieldAria } from './field.tsx';

/** Relative: the date is computed when the link is sent. */
const quickChoices = ['+1d', '+1w', '+1m'];

export function Expiry({
  options,
  problems,
  onChange,
  relativeExpiry,
  expiryHere,
  noExpiry,
}: LinkOptionsFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const when = expiryHere === null ? t('expiresHint') : t('expiresHere', expiryHere);
  // Two sentences.
  const hint = relativeExpiry === null ? when : `${when} ${t('expiresCounted')}`;
  const field = { id: 'expires', label: t('expires'), hint, problem: problems['expiry'] };
  const choose = (expiry: string) => onChange({ expiry });
  const clear = () => {
    // An incomplete date is not part of `value`, so a render does not remove it.
    if (input.current) input.current.value = '';
    choose('');
  };
  // An incomplete date leaves the value empty, and the link would never expire.
  const read = ({ validity, value }: HTMLInputElement) => {
    const typed = validity.badInput ? incompleteExpiry : value;
    if (typed !== options.expiry) choose(typed);
  };
  return (
    <Field {...field}>
      <input
        {...fieldAria(field)}
        ref={input}
        class={options.expiry === '' ? 'unset' : undefined}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={options.expiry === incompleteExpiry ? '' : options.expiry}
        onInput={(event) => read(event.currentTarget)}
        onBlur={(event) => read(event.currentTarget)}
      />
      <p class="acts">
        {quickChoices.map((duration) => (
          <Button
            key={duration}
            text={formatDuration(duration)}
            aria-pressed={relativeExpiry === duration}
            onClick={() => choose(duration)}
          />
        ))}
        <Button text={noExpiry ?? t('neverExpires')} aria-pressed={options.expiry === ''} onClick={clear} />
      </p>
    </Field>
  );
}
