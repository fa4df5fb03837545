/** The URL that is typed, with what is wrong with it. */
import type { JSX, RefObject } from 'preact';
import { t } from '../../../lib/i18n/t.ts';
import type { PopupModel } from '../model.ts';

interface UrlInputProps extends Pick<JSX.IntrinsicElements['input'], 'placeholder' | 'onKeyDown'> {
  readonly model: PopupModel;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Nothing is typed, so nothing is wrong. */
  readonly hidesProblem: boolean;
}

export function UrlInput({ model: { form }, field, hidesProblem, ...input }: UrlInputProps) {
  const read = form.readable.value;
  const wrong = !read.ok && !hidesProblem;
  return (
    <>
      <label for="address">{t('destinationUrl')}</label>
      <input
        {...input}
        id="address"
        ref={field}
        dir="ltr"
        inputMode="url"
        autocomplete="off"
        spellcheck={false}
        value={form.draft.value.address}
        aria-invalid={wrong}
        aria-describedby="address-problem"
        onInput={(event) => form.change({ address: event.currentTarget.value })}
      />
      <p id="address-problem" class="problem" aria-live="polite">
        {wrong && t(read.problem === 'not-web' ? 'urlNotWeb' : 'urlIncomplete')}
      </p>
    </>
  );
}
