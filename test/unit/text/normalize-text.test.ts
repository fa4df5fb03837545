// The two strengths in which texts are compared.
import { expect, it } from 'vitest';
import {
  normalizeName,
  normalizeText,
  normalizeWithOffsets,
  originalRange,
} from '../../../lib/text/normalize-text.ts';

it.each([
  ['Crème Brûlée', 'creme brulee'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['İSTANBUL', 'istanbul'],
  ['Ｆｕｌｌ', 'full'],
  ['𝐁𝐨𝐥𝐝', 'bold'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['a \t\n b', 'a b'],
])('a search treats %j as %j', (text, normalized) => {
  expect(normalizeText(text)).toBe(normalized);
});

it('letters of Indic scripts and of kana stay distinct', () => {
  expect(normalizeText('कि')).not.toBe(normalizeText('का'));
  expect(normalizeText('が')).not.toBe(normalizeText('か'));
});

it('names that differ in case, blanks or width are the same; with another accent they differ', () => {
  expect(normalizeName(' Ａutumn ')).toBe(normalizeName('autumn'));
  expect(normalizeName('Café')).not.toBe(normalizeName('Cafe'));
});

it.each([
  ['Winter sale', 'sale', 'sale'],
  ['Straße 5', 'ass', 'aß'],
  ['Straße 5', 'strasse', 'Straße'],
  ['Crème Brûlée', 'me br', 'me Br'],
  ['a \t\n b', 'a b', 'a \t\n b'],
])('the range of a match in %j for %j is %j', (text, wanted, found) => {
  const normalized = normalizeWithOffsets(text);
  const at = normalized.text.indexOf(wanted);
  const { from, to } = originalRange(normalized, { from: at, to: at + wanted.length });
  expect(text.slice(from, to)).toBe(found);
});
