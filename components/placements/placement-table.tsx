/** What became of each place, in a table: its link, or why there is none, and what can be done now. */
import type { ComponentChildren } from 'preact';
import { shownAddress } from '../../lib/i18n/truncate.ts';
import { say } from '../../lib/i18n/t.ts';
import { LongText } from '../truncated-text.tsx';

export interface ShownPlace {
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

export function PlaceTable({ places }: { readonly places: readonly ShownPlace[] }) {
  return (
    <table class="place-table" aria-labelledby="places-heading">
      <thead>
        <tr>
          <th scope="col">{say('placeColumn')}</th>
          <th scope="col">{say('shortLinkColumn')}</th>
          <th scope="col">{say('sourceColumn')}</th>
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
                {say('leadsTo')}{' '}
                <bdi dir="ltr" title={address}>
                  <LongText text={shownAddress(address)} length={addressLength} />
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
