/** The submitted placements as a table: each with its link, or its status and actions. */
import type { ComponentChildren } from 'preact';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import { TruncatedText } from '../truncated-text.tsx';

export interface ShownPlacement {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  /** The destination of its link. */
  readonly address: string;
  readonly state: string;
  /** Its link or status. */
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
          <th scope="col">{t('sourceColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {places.map(({ id, name, source, address, state, children }) => (
          <tr key={id} tabIndex={-1} data-item={id} data-state={state}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>
              {children}
              <p class="note">
                {t('destinationLabel')}{' '}
                <bdi dir="ltr" title={address}>
                  <TruncatedText text={displayUrl(address)} length={maxUrlLength} />
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
