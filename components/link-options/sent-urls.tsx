/** Every URL of a link with parameters, as it will be sent, and where a visitor comes out. */
import { t } from '../../lib/i18n/t.ts';
import { isolate } from '../../lib/text/isolate.ts';

export interface SentUrl {
  readonly of: string;
  readonly url: string;
}

export interface SentUrlsProps {
  /** Where the link will lead: the service writes what its field holds behind the URL. */
  readonly landing: string;
  readonly urls: readonly SentUrl[];
  /** What the service is asked to add. */
  readonly added: string;
}

export function SentUrls({ landing, urls, added }: SentUrlsProps) {
  return (
    <>
      <p class="preview">
        {t('parametersLead')} <bdi dir="ltr">{landing}</bdi>
      </p>
      <div class="preview" role="group" aria-labelledby="sent-urls">
        <p id="sent-urls">{t('sentUrls')}</p>
        <ul class="sent-urls">
          {urls.map(({ of, url }, at) => (
            <li key={at}>
              <bdi>{of}</bdi>: <bdi dir="ltr">{url}</bdi>
            </li>
          ))}
        </ul>
        {added !== '' && <p>{t('serviceAdds', isolate(added))}</p>}
      </div>
    </>
  );
}
