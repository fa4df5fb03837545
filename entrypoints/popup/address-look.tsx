/** Looks at the address before it becomes a short link for good. What looks closely loads only where that can be needed. */
import { useEffect, useState } from 'preact/hooks';
import type * as addressCheck from './address-check.tsx';
import type { PopupModel } from './model.ts';
import { pageLook } from './page-look.ts';

/** A query, a fragment, a name or an e-mail address in it, a host without a public name, or a great length. */
const worthALook =
  /[?#@;]|^.{2049}|^[a-z]+:\/\/(?:\d|\[|[^./]+(?:[:/]|$)|[^/]+\.(?:local|localhost|internal|intranet|lan|home|corp|test)(?:[:/]|$))/iu;

export function AddressLook({ model }: { readonly model: PopupModel }) {
  const [check, setCheck] = useState<typeof addressCheck | null>(null);
  const { readable } = model.form;
  const { site, domains, cleanUp = [] } = model.view.value;
  const address = readable.value.ok ? readable.value.address : '';
  const isOwn = [site, ...domains].some((own) => own !== '' && address.startsWith(own));
  const canonical = pageLook.tags.value?.canonical ?? '';
  const closely =
    isOwn ||
    worthALook.test(address) ||
    (canonical !== '' && canonical !== address) ||
    (address.includes('//www.') && cleanUp.includes('www'));
  useEffect(() => void pageLook.read(model), [model]);
  useEffect(() => {
    if (closely) void import('./address-check.tsx').then(setCheck);
  }, [closely]);
  return (
    <div role="status">
      {closely && check && <check.AddressCheck model={model} address={address} canonical={canonical} />}
    </div>
  );
}
