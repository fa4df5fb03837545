/** The URL as a field: for editing it, or if the page's own can't be shortened. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';
import { UrlInput } from './url-input.tsx';
import '../lazy-styles.ts';

export function UrlField({ model }: ModelProps) {
  const { form, page } = model;
  const { ok } = form.readable.value;
  const field = useRef<HTMLInputElement>(null);
  const isPageUrl = form.draft.value.address === page.address;
  useLayoutEffect(() => {
    field.current?.focus();
    // A URL that can't be shortened is replaced by what is typed.
    if (!ok && isPageUrl) field.current?.select();
  }, []);
  return (
    <div class="address-field">
      {isPageUrl && !ok && <p class="note">{t(page.address === '' ? 'pageHidden' : 'pageNotWeb')}</p>}
      <UrlInput
        {...{ model, field }}
        hidesProblem={isPageUrl}
        placeholder="https://"
        // "Copy" while the URL has a link already.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing)
            document.querySelector<HTMLElement>('.main')?.click();
        }}
      />
    </div>
  );
}
