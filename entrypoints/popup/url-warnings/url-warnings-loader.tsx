/** Looks at the address before it becomes a short link for good. What looks closely loads only where that can be needed. */
import { useEffect, useState } from 'preact/hooks';
import { mayNeedReview } from '../../../lib/url/may-need-lint.ts';
import type * as addressCheck from './url-warnings.tsx';
import type { PopupModel } from '../model.ts';
import { pageMetadata } from '../page-metadata/page-metadata.ts';

export function UrlWarningsLoader({ model }: { readonly model: PopupModel }) {
  const [check, setCheck] = useState<typeof addressCheck | null>(null);
  const { readable } = model.form;
  const { domains, recents, cleanUp = [] } = model.view.value;
  const address = readable.value.ok ? readable.value.address : '';
  const canonical = pageMetadata.tags.value?.canonical ?? '';
  const own = [...domains, ...recents.map(({ shortUrl }) => shortUrl)];
  const closely = mayNeedReview(address, { own, canonical, steps: cleanUp });
  useEffect(() => void pageMetadata.read(model), [model]);
  useEffect(() => {
    if (closely) void import('./url-warnings.tsx').then(setCheck);
  }, [closely]);
  return (
    <div role="status">
      {closely && check && <check.UrlWarnings model={model} address={address} canonical={canonical} />}
    </div>
  );
}
