/** The URLs of a link with parameters, as they will be sent, and the page that a visitor lands on. */
import { t } from '../../lib/i18n/t.ts';
import { isolate } from '../../lib/text/isolate.ts';

interface SentUrl {
  readonly label: string;
  readonly url: string;
}

export interface SentUrlsProps {
  /** The destination as visitors get it: the service appends the parameters of its own field. */
  readonly finalUrl: string;
  readonly urls: readonly SentUrl[];
  /** The parameters that the service appends. */
  readonly added: string;
}

export function SentUrls({ finalUrl, urls, added }: SentUrlsProps) {
  return (
    <>
      <p class="preview hint">
        {t('finalUrl')} <bdi dir="ltr">{finalUrl}</bdi>
      </p>
      <div class="preview hint" role="group" aria-labelledby="sent-urls">
        <p id="sent-urls">{t('sentUrls')}</p>
        <dl>
          {urls.map(({ label, url }, index) => (
            <div key={index}>
              <dt>
                <bdi>{label}</bdi>
              </dt>
              <dd>
                <bdi dir="ltr">{url}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        {added !== '' && <p>{t('serviceAdds', isolate(added))}</p>}
      </div>
    </>
  );
}
