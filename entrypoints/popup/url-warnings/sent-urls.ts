/** The URLs of a link with parameters, as they will be sent. */
import type { SentUrlsProps } from '../../../components/link-options/sent-urls.tsx';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import { allTargets } from '../../../lib/draft/parse-options.ts';
import { finalUrl, taggedUrls } from '../../../lib/draft/utm-parameters.ts';
import { t } from '../../../lib/i18n/t.ts';

/** `null` as long as there is no parameter. */
export function sentUrls(address: string, extras: LinkOptions): SentUrlsProps | null {
  const placed = taggedUrls({ address, extras });
  const isEmpty = extras.parameters.every(({ name, value }) => name.trim() === '' || value.trim() === '');
  if (isEmpty || address === '') return null;
  const { deepLink } = extras;
  const targets = allTargets(extras).map(({ when, link }) => ({
    label: when,
    url: placed.tag(link.trim()),
  }));
  const stores = [
    { label: t('appStore'), url: deepLink.apple.trim() },
    { label: t('googlePlay'), url: deepLink.google.trim() },
  ];
  return {
    finalUrl: finalUrl({ address, extras }),
    urls: [
      { label: t('destinationUrl'), url: placed.address },
      ...[...targets, ...stores].filter(({ url }) => url !== ''),
    ],
    added: new URLSearchParams(placed.parameters.map(({ name, value }) => [name, value])).toString(),
  };
}
