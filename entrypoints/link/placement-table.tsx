/** The submitted placements as a table: each with its link, its status and the actions that this allows. */
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import { ShortUrl } from '../../components/short-url.tsx';
import { Destination } from './destination.tsx';
import { PlacementStatus } from './placement-status.tsx';
import type { PlacementsProps } from './placements-model.ts';

/** In characters: together about a line. */
const maxLengths = { start: 40, value: 40, rest: 16 };

export function PlacementTable({ model }: PlacementsProps) {
  const parameter = model.submitted.value?.parameter ?? '';
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
        {model.rows.value.map((row) => {
          const { id, name, shortUrl } = row.placement;
          return (
            <tr key={id} tabIndex={-1} data-item={id} data-state={row.status}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>
                {shortUrl !== null && <ShortUrl url={shortUrl} class="place-link" />}
                <p class="hint">
                  {/* Read out whole. */}
                  <span class="visually-hidden">
                    {t('destinationLabel')} <bdi dir="ltr">{displayUrl(row.address)}</bdi>
                  </span>
                  <Destination address={row.address} parameter={parameter} maxLengths={maxLengths} />
                </p>
              </td>
              <td>
                <PlacementStatus model={model} row={row} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
