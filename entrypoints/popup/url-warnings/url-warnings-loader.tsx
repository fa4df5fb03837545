/** Checks the URL before it becomes a short link for good. The full check loads only for URLs that may need it. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { whileCurrent } from '../../../components/while-current.ts';
import { findMirrorLinks } from '../../../lib/mirror/quick-lookup.ts';
import { delay } from '../../../lib/time/delay.ts';
import { mayNeedLint } from '../../../lib/url/may-need-lint.ts';
import type { ModelProps } from '../model.ts';
import { pageMetadataReader } from '../page-metadata/page-metadata.ts';
import { lazy } from '../lazy.tsx';
import type { UrlChange } from './url-warnings.tsx';

const UrlWarnings = lazy(async () => (await import('./url-warnings.tsx')).UrlWarnings);

/** In ms: reading the mirror must not delay the form. */
const idleDelayMs = 250;
/** The newest links are enough: older ones use the same hosts. */
const maxLinks = 50;

/** Short URLs of links that were not made here, and whose hosts need not be a domain of the account. */
function useStoredShortUrls(scope: string): readonly string[] {
  const [shortUrls, setShortUrls] = useState<readonly string[]>([]);
  useEffect(() => {
    if (scope === '') return;
    // Without the mirror one kind of warning is missing.
    const reading = delay(idleDelayMs).then(() => findMirrorLinks(scope, maxLinks));
    return whileCurrent(reading, (links) => setShortUrls(links.map(({ shortUrl }) => shortUrl)));
  }, [scope]);
  return shortUrls;
}

export function UrlWarningsLoader({ model }: ModelProps) {
  const { readable } = model.form;
  const { scope = '', domains, recents, cleanUp = [] } = model.view.value;
  const stored = useStoredShortUrls(scope);
  const address = readable.value.ok ? readable.value.address : '';
  const canonical = model.pageMetadata.tags.value?.canonical ?? '';
  const shortUrls = useMemo(() => [...recents.map(({ shortUrl }) => shortUrl), ...stored], [recents, stored]);
  const own = [...domains, ...shortUrls];
  const needsReview = mayNeedLint(address, { own, canonical, steps: cleanUp });
  useEffect(() => void pageMetadataReader.read(model), [model]);
  const [change, setChange] = useState<UrlChange | null>(null);
  const undoable = change?.after === address ? change : null;
  return (
    <div role="status">
      {(needsReview || undoable !== null) && (
        <UrlWarnings {...{ model, address, canonical, shortUrls, undoable }} onChange={setChange} />
      )}
    </div>
  );
}
