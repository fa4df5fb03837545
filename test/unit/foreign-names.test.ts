// Names that every plain object has by inheritance, given as foreign text to each reader that looks something up by it.
import { describe, expect, it } from 'vitest';
import { columnFields, createColumnMatcher, guessColumns } from '../../lib/bulk/columns.ts';
import type { AccountLists } from '../../lib/bulk/account-lookup.ts';
import { createDraftFromRow } from '../../lib/bulk/draft-from-row.ts';
import { parseTable } from '../../lib/bulk/parse-table.ts';
import { linkDraftSchema } from '../../lib/draft/draft.ts';
import { fillTemplate } from '../../lib/copy/copy-formats.ts';
import { parseHash } from '../../entrypoints/manage/router.ts';
import { listNameOf, isAdd } from '../../lib/outbox/commands.ts';
import { envelopeSchema } from '../../lib/messages/protocol.ts';
import { readMessage } from '../../lib/api/error-message.ts';
import { addressMap, countMap } from '../../lib/api/coerce.ts';
import { compareUrls } from '../../lib/url/compare-urls.ts';
import { normalizeText } from '../../lib/text/normalize-text.ts';
import { parseJob } from '../../lib/outbox/migrate-job.ts';
import * as z from 'zod/mini';
import { noOptions } from '../support/sample-bulks.ts';

const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
const words = Object.fromEntries(columnFields.map((field) => [field, field])) as Record<
  (typeof columnFields)[number],
  string
>;
const naming = createColumnMatcher(words);
const none: AccountLists = { campaigns: [], channels: [], pixels: [], domains: [], types: [] };
const prepare = createDraftFromRow(none);

describe.each(names)('a text from outside that reads "%s"', (name) => {
  it.each(columnFields.filter((field) => field !== 'address'))(
    'is plain text in the column "%s" of a table',
    (field) => {
      const { link, problems } = prepare(['https://example.com/', name], {
        columns: ['address', field],
        forAll: noOptions,
        lint: {},
        now: new Date(2026, 5, 15),
      });
      // What is written to the database is plain data, or the whole bulk could not be written.
      expect(structuredClone(link)).toEqual(link);
      expect(linkDraftSchema.safeParse(link).success).toBe(true);
      const named = ['domain', 'campaign', 'channel', 'pixels', 'expiry', 'visibility', 'type'];
      expect(problems.some(({ blocks, about }) => blocks && about === name)).toBe(named.includes(field));
    },
  );

  it('is no field name in the header of a table', () => {
    const table = parseTable(
      `${name},url\nx,https://example.com/`,
      { separator: ',', hasHeader: true },
      naming.isName,
    );
    expect(guessColumns(table, naming)).toEqual([null, 'address']);
  });

  it('is plain text in a message of the service, as an entity and as a key of a map', () => {
    expect(readMessage({ error: 1, message: `No ${name} &${name};` }, String)).toBe(`No ${name} &${name};`);
    const map: unknown = JSON.parse(`{"${name}":"https://example.com/","x":"https://example.com/x"}`);
    expect(Object.keys(z.parse(addressMap, map)).toSorted()).toEqual([name, 'x'].toSorted());
    expect(Object.keys(z.parse(countMap, JSON.parse(`{"${name}":3}`)))).toEqual([name]);
  });

  it('stays unchanged in URLs and templates', () => {
    const address = `https://example.com/?a=&${name};`;
    expect(compareUrls(address, address)).toBe('same');
    const link = { title: name, url: 'https://example.com/', shortUrl: 'https://sho.rt/1' };
    expect(fillTemplate(`{${name}} {title}`, link)).toBe(`{${name}} ${name}`);
    expect(normalizeText(name)).toBe(name.toLowerCase());
  });

  it('is no section, no kind of message and no kind of command', () => {
    expect(parseHash(`#${name}/1`, 'links')).toEqual({ section: 'links', item: '' });
    expect(envelopeSchema.safeParse({ target: 'background', kind: name, request: null }).success).toBe(false);
    expect(isAdd(name as Parameters<typeof isAdd>[0])).toBe(false);
    expect(listNameOf({ kind: 'add-campaign' })).toBe('campaigns');
  });

  it('is rejected as the state of a stored job', () => {
    expect(parseJob({ state: { name } })).toBeNull();
    expect(parseJob({ version: 2, state: { name } })).toBeNull();
  });
});
