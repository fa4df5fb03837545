/** A short URL whose alias stands out, since the domain is the same for most links. */
import { displayUrl } from '../lib/i18n/truncate.ts';

/** In characters: from here on, the type is smaller. */
const longUrl = 30;

interface ShortUrlProps {
  readonly url: string;
  /** Large type by default. */
  readonly class?: string;
}

export function ShortUrl({ url, class: name }: ShortUrlProps) {
  const shown = displayUrl(url);
  const at = shown.lastIndexOf('/') + 1;
  return (
    <bdi dir="ltr" class={name ?? (shown.length < longUrl ? 'short-link' : 'short-link long')} title={url}>
      {shown.slice(0, at)}
      <wbr />
      <strong>{shown.slice(at)}</strong>
    </bdi>
  );
}
