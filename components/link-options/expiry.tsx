/** "Expiration": a date and time in the service's time zone, with quick choices. */
import { useRef } from 'preact/hooks';
import type { Problem } from '../../lib/forms/validate-link.ts';
import { t } from '../../lib/i18n/t.ts';
import type { LinkOptionsFormProps } from './types.ts';
import { Field, fieldAria } from './field.tsx';

interface ExpiryProps extends Pick<
  LinkOptionsFormProps,
  'unfinished' | 'expiryAfter' | 'expiryCounted' | 'expiryHere'
> {
  readonly value: string;
  readonly problem: Problem | undefined;
  readonly onChange: (value: string) => void;
}

const quick = [
  ['day', 'inOneDay'],
  ['week', 'inOneWeek'],
  ['month', 'inOneMonth'],
] as const;

export function Expiry({ value, problem, onChange, unfinished, expiryAfter, ...props }: ExpiryProps) {
  const { expiryCounted, expiryHere } = props;
  const input = useRef<HTMLInputElement>(null);
  const when = expiryHere === null ? t('expiresHint') : t('expiresHere', expiryHere);
  // Two sentences.
  const hint = expiryCounted ? `${when} ${t('expiresCounted')}` : when;
  const field = { id: 'expires', label: t('expires'), hint, problem };
  const clear = () => {
    // An incomplete date is not part of `value`, so a render does not remove it.
    if (input.current) input.current.value = '';
    onChange('');
  };
  // An incomplete date leaves the value empty, and the link would never expire.
  const read = (field: HTMLInputElement) => {
    const typed = field.validity.badInput ? unfinished : field.value;
    if (typed !== value) onChange(typed);
  };
  return (
    <Field {...field}>
      <input
        {...fieldAria(field)}
        ref={input}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={value === unfinished ? '' : value}
        onInput={(event) => read(event.currentTarget)}
        onBlur={(event) => read(event.currentTarget)}
      />
      <p class="acts">
        {quick.map(([after, text]) => (
          <button key={after} type="button" onClick={() => onChange(expiryAfter(after))}>
            {t(text)}
          </button>
        ))}
        <button type="button" disabled={value === ''} onClick={clear}>
          {t('noExpiry')}
        </button>
      </p>
    </Field>
  );
}
