// What the mirror keeps of a link when a list of the service has it.
import { expect, it } from 'vitest';
import { withKnownFields } from '../../../lib/mirror/upsert-links.ts';
import { linkRow } from '../../support/link-rows.ts';

it.each([
  ['Spring sale – Newsletter', 'Spring sale', 'Spring sale – Newsletter'],
  ['Spring sale – Newsletter', '', 'Spring sale – Newsletter'],
  ['Spring sale – Newsletter', 'Autumn sale', 'Autumn sale'],
  ['Spring sale', 'Spring sale, again', 'Spring sale, again'],
])('a link titled %j that is listed as %j is titled %j', (title, listed, shown) => {
  const before = linkRow(1, { title });
  expect(withKnownFields({ ...before, title: listed }, before).title).toBe(shown);
});
