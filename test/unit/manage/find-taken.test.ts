/** Which of the aliases in a table the account has already. */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { findTaken } from '../../../entrypoints/manage/bulk/bulk-section-state.ts';
import { createMirrorReader } from '../../../lib/mirror/mirror-reader.ts';
import { anyScope, fill, linkRow } from '../../support/link-rows.ts';

it('names the links of the mirror by their titles, or else by their URLs', async () => {
  const scope = anyScope();
  await fill(scope, [
    linkRow(1, { shortUrl: 'https://sho.rt/apron', title: ' Linen apron ' }),
    linkRow(2, { shortUrl: 'http://SHO.rt/bare/', title: '' }),
    linkRow(3, { shortUrl: null }),
  ]);
  const wanted = new Set(['sho.rt/apron', 'sho.rt/bare', 'sho.rt/free']);
  const found = await findTaken(
    createMirrorReader(() => scope),
    wanted,
    new AbortController().signal,
  );
  expect([...found]).toEqual([
    ['sho.rt/bare', 'example.com/2'],
    ['sho.rt/apron', 'Linen apron'],
  ]);
});
