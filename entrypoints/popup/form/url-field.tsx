/** The URL as a field: for editing it, or if the page's own can't be shortened. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../../lib/i18n/t.ts';
import type { PopupModel } from '../model.ts';

export function UrlField({ model }: { readonly model: PopupModel }) {
  const { form, page } = model;
  const read = form.readable.value;
  const field = useRef<HTMLInputElement>(null);
  const untouched = form.draft.value.address === page.address;
  useLayoutEffect(() => {
    field.current?.focus();
    // A URL that can't be shortened is replaced by what is typed.
    if (!read.ok && untouched) field.current?.select();
  }, []);
  return (
    <div class="address-field">
      {untouched && !read.ok && <p class="note">{t(page.address === '' ? 'pageHidden' : 'pageNotWeb')}</p>}
      <label for="address">{t('urlToShorten')}</label>
      <input
        id="address"
        ref={field}
        dir="ltr"
        inputMode="url"
        autocomplete="off"
        spellcheck={false}
        value={form.draft.value.address}
        placeholder="https://"
        aria-invalid={!read.ok && !untouched}
        aria-describedby="address-problem"
        onInput={(event) => form.change({ address: event.currentTarget.value })}
        // "Copy" while the URL has a link already.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing)
            document.querySelector<HTMLElement>('.main')?.click();
        }}
      />
      <p id="address-problem" class="problem">
        {read.ok || untouched ? '' : t(read.problem === 'not-web' ? 'urlNotWeb' : 'urlIncomplete')}
      </p>
    </div>
  );
}
