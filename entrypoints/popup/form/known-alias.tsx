/** Shows which link of the account already has the typed alias. Only a hint, since the mirror may be out of date. */
import { Link2 } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { shortUrlOf } from '../../../lib/api/short-url.ts';
import { displayUrl, truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { findLinkByShortUrl } from '../../../lib/mirror/find-by-short-url.ts';
import type { ReusableLink } from '../../../lib/mirror/quick-lookup.ts';
import type { ModelProps, PopupModel } from '../model.ts';
import '../lazy-styles.ts';

/** In ms: searches when typing pauses. */
const pauseMs = 300;

/** In characters: fits in two lines. */
const maxNameLength = 60;

export function KnownAlias({ model }: ModelProps) {
  const link = useLinkOfAlias(model);
  if (link === null) return null;
  const name = link.title.trim() || displayUrl(link.address);
  return (
    <span class="known-alias">
      <Icon of={Link2} size={14} />
      {t('aliasKnown', truncateMiddle(name, maxNameLength))}
    </span>
  );
}

function useLinkOfAlias({ form, view }: PopupModel): ReusableLink | null {
  const { alias, domain } = form.draft.value;
  const { scope = '', site } = view.value;
  const name = alias.trim();
  const shortUrl = scope === '' || name === '' ? '' : shortUrlOf(name, domain, site);
  const [found, setFound] = useState<{
    readonly shortUrl: string;
    readonly link: ReusableLink | null;
  } | null>(null);
  useEffect(() => {
    if (shortUrl === '') return;
    const search = new AbortController();
    const timer = setTimeout(() => {
      findLinkByShortUrl(scope, shortUrl, search.signal).then(
        (link) => setFound({ shortUrl, link }),
        // Then only the service reports it.
        () => undefined,
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [scope, shortUrl]);
  // The result may be that of an earlier text.
  return found?.shortUrl === shortUrl ? found.link : null;
}
