/** What became of each place, in a table: its link, or why there is none, and what can be done now. */
import type { ComponentChildren } from 'preact';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import { TruncatedText } from '../truncated-text.tsx';

export interface ShownPlacement {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  /** Where its link leads. */
  readonly address: string;
  readonly state: string;
  /** How it stands. */
  readonly children: ComponentChildren;
}

/** The most characters of an address that a row shows. */
const addressLength = 80;

export function PlacementTable({ places }: { readonly places: readonly ShownPlacement[] }) {
  return (
    <table class="place-table" aria-labelledby="places-heading">
      <thead>
        <tr>
          <th scope="col">{t('placeColumn')}</th>
          <th scope="col">{t('shortLinkColumn')}</th>
          <th scope="col">{t('sourceColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {places.map(({ id, name, source, address, state, children }) => (
          <tr key={id} tabIndex={-1} data-place={id} data-state={state}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>
              {children}
              <p class="note">
                {t('leadsTo')}{' '}
                <bdi dir="ltr" title={address}>
                  <TruncatedText text={displayUrl(address)} length={addressLength} />
                </bdi>
              </p>
            </td>
            <td>
              <bdi dir="ltr">{source}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
