/** What the form will create: the short link, the URL that visitors land on, and the preview. */
import { CardPreview } from '../../components/link-options/card-preview.tsx';
import { parseUrl } from '../../lib/api/parse-url.ts';
import { finalUrl } from '../../lib/draft/utm-parameters.ts';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ModelProps } from '../popup/model.ts';

export function LinkPreview({ model: { form, view } }: ModelProps) {
  const { alias } = form.draft.value;
  const domain = form.draft.value.domain || view.value.defaultDomain || '';
  const { card } = form.extras.value;
  const content = form.content();
  const [heading, description] = [card.title.trim(), card.description.trim()];
  return (
    <>
      <section class="result" aria-labelledby="your-link">
        <h2 id="your-link" class="note">
          {t('yourShortLink')}
        </h2>
        <p class="short-link" dir="ltr">
          {domain === '' ? <bdi class="note">{t('domainDefault')}</bdi> : displayUrl(domain)}/<wbr />
          {alias.trim() === '' ? (
            <bdi class="note">{t('aliasAutomatic')}</bdi>
          ) : (
            <strong>{alias.trim()}</strong>
          )}
        </p>
        {form.readable.value.ok && <FinalUrl url={finalUrl(content)} />}
      </section>
      {heading + description !== '' && (
        <CardPreview
          title={heading}
          description={description}
          host={parseUrl(content.address)?.host ?? ''}
          picture={null}
        />
      )}
    </>
  );
}

/** Its parameters stand out: they are what the form may have added. */
function FinalUrl({ url }: { readonly url: string }) {
  const shown = displayUrl(url);
  const [, before = shown, query = '', after = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/u.exec(shown) ?? [];
  return (
    <p class="small final-url" dir="ltr">
      <span class="visually-hidden">{t('finalUrl')} </span>
      {before}
      <span class="parameters">{query}</span>
      {after}
    </p>
  );
}
