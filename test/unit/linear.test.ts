// Text of strangers (a table, a page, a response) costs work in proportion to its length, counted in steps and not in time.
import { describe, expect, it } from 'vitest';
import { createColumnMatcher, columnFields } from '../../lib/bulk/columns.ts';
import { formatCsv, unescapeFormula } from '../../lib/text/format-csv.ts';
import { createDraftFromRow } from '../../lib/bulk/draft-from-row.ts';
import { parseExpiry } from '../../lib/bulk/parse-expiry.ts';
import { afterRefusal } from '../../lib/bulk/refusal-breaker.ts';
import { parseTable, separators } from '../../lib/bulk/parse-table.ts';
import { normalizeText } from '../../lib/text/normalize-text.ts';
import { compareUrls } from '../../lib/url/compare-urls.ts';
import { cleanAddress } from '../../lib/api/base-url.ts';
import { findJson } from '../../lib/api/extract-json.ts';
import { readMessage } from '../../lib/api/error-message.ts';
import { parseUserUrl } from '../../lib/url/parse-user-url.ts';
import { suggestAliases } from '../../lib/draft/suggest-alias.ts';
import { cleanUrl } from '../../lib/url/clean-url.ts';
import { cleanSteps, toSwitches } from '../../lib/url/clean-url-steps.ts';
import { lintUrl } from '../../lib/url/lint-url.ts';
import { parseMetadata } from '../../lib/page-metadata/parse-metadata.ts';
import { draft } from './bulk/world.ts';
import { stepsOf } from './steps.ts';
import { noOptions } from '../support/sample-bulks.ts';

const words = Object.fromEntries(columnFields.map((field) => [field, field])) as Record<
  (typeof columnFields)[number],
  string
>;
const naming = createColumnMatcher(words);

/** What a line is made of, and what stands around it. */
const units = [
  '-',
  ' ',
  '\t',
  '"',
  "'",
  '|',
  ',',
  ';',
  'a',
  '1',
  '.',
  '/',
  '(',
  ')',
  '<',
  '>',
  '&',
  '@',
  '[-',
  ' -',
  '- ',
  '" ',
  ',"',
  '",',
  'a.',
  'http://',
  'https://a.example/ ',
  '<a',
  '<script',
  '%41',
  '\r',
  '\n',
  '"\n',
  'a,"\n',
  '\u0000',
  '…',
  'é',
  '{',
  '{"',
  '}',
] as const;
const around = [
  ['', ''],
  ['', 'x'],
  ['x ', ' x'],
  ['x ', ' x https://a.example/'],
  ['https://a.example/', 'x y'],
] as const;

describe('a table', () => {
  const read = (text: string, separator: (typeof separators)[number] | null = null) =>
    parseTable(text, { separator, hasHeader: null }, naming.isName);

  it.each(['-', ' ', '"', '|', 'a', 'https://a.example/ '])(
    'of one line of 1 MB of %j is read in a few steps a character',
    (unit) => {
      const length = 1_000_000;
      const line = `x ${unit.repeat(length / unit.length)} x https://a.example/`;
      // Measured: at most 8.8 a character. More than the limit is given up.
      expect(stepsOf(() => read(line), 10 * length)).toBeLessThan(10 * length);
    },
    120_000,
  );

  it.each(separators)('cut by %j is read in steps of its length, for any content', (separator) => {
    expect(worst((text) => read(text, separator))).toEqual([]);
  });

  it('is validated and exported in linear time', () => {
    const prepare = createDraftFromRow({
      campaigns: [],
      channels: [],
      pixels: [],
      domains: ['sho.rt'],
      types: [],
    });
    const context = {
      columns: columnFields,
      forAll: noOptions,
      lint: {},
      now: new Date(2026, 5, 15),
    };
    expect(
      worst((text) =>
        prepare(
          columnFields.map(() => text),
          context,
        ),
      ),
    ).toEqual([]);
    expect(worst((text) => [formatCsv([[text]]), unescapeFormula(`'${text}`), naming.fieldOf(text)])).toEqual(
      [],
    );
  });
});

describe('a page and other inputs are read in linear time', () => {
  const pageOf = (text: string) => ({
    title: text,
    description: text,
    picture: text,
    canonical: text,
    selected: text,
    stores: text,
    appleApp: text,
    appleId: text,
    appleLink: text,
    googleApp: text,
    googlePackage: text,
    googleLink: text,
    androidPage: `android-app://${text}`,
    iosPage: `ios-app://${text}`,
  });
  const compareRefusals = (text: string) => {
    const refusal = (id: number) => ({ kind: 'refused', status: 400, message: `${id} ${text}` }) as const;
    const row = (n: number) => ({ n, link: draft(`https://example.com/${text}`) });
    return afterRefusal(afterRefusal(undefined, row(1), refusal(1)).breaker, row(2), refusal(2));
  };
  it.each<[string, (text: string) => unknown]>([
    ['a message of the service', (text) => readMessage({ error: 1, message: text }, String)],
    ['a refusal that a batch compares with the one before', (text) => compareRefusals(text)],
    ['text around the JSON of a response', (text) => [findJson(text), findJson(`{"a":${text}`)]],
    ['the tags of a page', (text) => parseMetadata(pageOf(text), 'https://example.com/')],
    ['an address', (text) => [parseUserUrl(text), parseUserUrl(`https://example.com/${text}`)]],
    ['the service’s address', (text) => [cleanAddress(text), cleanAddress(`https://a.example/${text}`)]],
    ['what is worth a look', (text) => lintUrl(`https://example.com/${text}?a=${text}`)],
    [
      'a clean-up',
      (text) => cleanUrl(`https://example.com/${text}?${text}#${text}`, {}, toSwitches(cleanSteps)),
    ],
    [
      'the comparison of two',
      (text) => compareUrls(`https://example.com/${text}`, `https://example.com/${text}?a`),
    ],
    ['proposals for an alias', (text) => suggestAliases(text, text)],
    ['an expiry', (text) => parseExpiry(`1.2.2027 ${text}`)],
    ['text that is searched', (text) => normalizeText(text)],
  ])('%s', (_, act) => {
    expect(worst(act)).toEqual([]);
  });
});

/** What makes a text of double the length cost more than double. Measured: at most 2.001 times as much. */
function worst(act: (text: string) => unknown): string[] {
  const found: string[] = [];
  for (const unit of units)
    for (const [before, after] of around) {
      const steps = (length: number) =>
        stepsOf(() => act(`${before}${unit.repeat(Math.ceil(length / unit.length))}${after}`));
      const [one, two] = [steps(500), steps(1_000)];
      if (two > one * 2.02) found.push(`${JSON.stringify(`${before}${unit}…${after}`)}: ${one} → ${two}`);
    }
  return found;
}
