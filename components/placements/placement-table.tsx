/** The submitted placements as a table: each with its link, its status and the actions that this allows. */
import type { ComponentChildren } from 'preact';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import { ShortUrl } from '../short-url.tsx';
import { TruncatedText } from '../truncated-text.tsx';

interface ShownPlacement {
  readonly id: string;
  readonly name: string;
  /** `null` as long as there is none. */
  readonly shortUrl: string | null;
  /** The destination of its link. */
  readonly address: string;
  readonly state: string;
  /** Its status and actions. */
  readonly children: ComponentChildren;
}

const maxUrlLength = 80;

export function PlacementTable({ places }: { readonly places: readonly ShownPlacement[] }) {
  return (
    <table class="place-table" aria-labelledby="places-heading">
      <thead>
        <tr>
          <th scope="col">{t('placementColumn')}</th>
          <th scope="col">{t('shortLinkColumn')}</th>
          <th scope="col">{t('statusColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {places.map(({ id, name, shortUrl, address, state, children }) => (
          <tr key={id} tabIndex={-1} data-item={id} data-state={state}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>
              {shortUrl !== null && <ShortUrl url={shortUrl} class="place-link" />}
              <p class="hint">
                {t('destinationLabel')}{' '}
                <bdi dir="ltr" title={address}>
                  <TruncatedText text={displayUrl(address)} length={maxUrlLength} />
                </bdi>
              </p>
            </td>
            <td>{children}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
