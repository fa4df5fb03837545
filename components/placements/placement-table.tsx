/** The submitted placements as a table: each with its link, its status and the actions that this allows. */
import type { ComponentChildren } from 'preact';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import { ShortUrl } from '../short-url.tsx';
import { Destination } from './destination.tsx';

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

interface PlacementTableProps {
  readonly places: readonly ShownPlacement[];
  /** The name of the parameter that carries the source. */
  readonly parameter: string;
}

/** In characters: together about a line. */
const maxLengths = { start: 40, value: 40, rest: 16 };

export function PlacementTable({ places, parameter }: PlacementTableProps) {
  return (
    <table class="place-table" aria-labelledby="places-heading">
      <thead>
        <tr>
          <th scope="col">{t('placementColumn')}</th>
          <th scope="col">{t('shortLinkAndDestination')}</th>
          <th scope="col">{t('status')}</th>
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
                {/* Read out whole. */}
                <span class="visually-hidden">
                  {t('destinationLabel')} <bdi dir="ltr">{displayUrl(address)}</bdi>
                </span>
                <Destination address={address} parameter={parameter} maxLengths={maxLengths} />
              </p>
            </td>
            <td>{children}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
