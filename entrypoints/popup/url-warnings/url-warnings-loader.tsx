/** Checks the URL before it becomes a short link for good. The full check loads only for URLs that may need it. */
import { useEffect } from 'preact/hooks';
import { mayNeedReview } from '../../../lib/url/may-need-lint.ts';
import type { PopupModel } from '../model.ts';
import { pageMetadataReader } from '../page-metadata/page-metadata.ts';
import { useLazyModule } from '../use-lazy-module.ts';

export function UrlWarningsLoader({ model }: { readonly model: PopupModel }) {
  const { readable } = model.form;
  const { domains, recents, cleanUp = [] } = model.view.value;
  const address = readable.value.ok ? readable.value.address : '';
  const canonical = model.pageMetadata.tags.value?.canonical ?? '';
  const own = [...domains, ...recents.map(({ shortUrl }) => shortUrl)];
  const needsReview = mayNeedReview(address, { own, canonical, steps: cleanUp });
  const loaded = useLazyModule(needsReview, () => import('./url-warnings.tsx'));
  useEffect(() => void pageMetadataReader.read(model), [model]);
  return (
    <div role="status">
      {loaded && <loaded.UrlWarnings model={model} address={address} canonical={canonical} />}
    </div>
  );
}
