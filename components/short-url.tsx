/** A short URL in large type: the alias stands out, since the domain is the same for most links. */
import { displayUrl } from '../lib/i18n/truncate.ts';

export function ShortUrl({ url }: { readonly url: string }) {
  const shown = displayUrl(url);
  const at = shown.indexOf('/') + 1;
  return (
    <bdi dir="ltr" class="short-link" title={url}>
      {shown.slice(0, at)}
      <strong>{shown.slice(at)}</strong>
    </bdi>
  );
}
