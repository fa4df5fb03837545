/** Aliases proposed from a title and from marked text. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberedAlias, suggestAliases } from '../../../lib/draft/suggest-alias.ts';
import { hostileTexts } from '../../fixtures/hostile.ts';

it.each<[string, string, readonly string[]]>([
  ['How to brew coffee at home', '', ['how-to-brew-coffee-at', 'brew-coffee-home']],
  ['The quiet week | Example News', '', ['the-quiet-week', 'quiet-week']],
  ['Outlet | Acme Shop', '', ['outlet']],
  ['Example - A longer headline of today', '', ['a-longer-headline-of-today', 'longer-headline-today']],
  ['Größe & Maß: Çeşme, Łódź', '', ['grosse-mass-cesme-lodz', 'grosse-mass-cesme']],
  ['Don’t panic', '', ['dont-panic']],
  ['Well-known words', '', ['well-known-words']],
  ['2026', '', ['2026']],
  ['日本語のページ', '', []],
  ['', '', []],
  ['A page', 'marked words', ['marked-words', 'a-page', 'page']],
  [`${'long'.repeat(20)} word`, '', []],
])('%s, %s', (title, selected, proposals) => {
  expect(suggestAliases(title, selected)).toEqual(proposals);
});

it('for any input: at most four, of plain characters, and no longer than 30', () => {
  const sound = (title: string, selected: string) => {
    const proposals = suggestAliases(title, selected);
    expect(proposals.length).toBeLessThanOrEqual(4);
    for (const alias of proposals) expect(alias).toMatch(/^(?=.{2,30}$)[a-z\d]+(?:-[a-z\d]+)*$/u);
  };
  for (const text of hostileTexts) sound(text, text);
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), sound));
});

it.each([
  ['winter', 'winter-2'],
  ['winter-2', 'winter-3'],
  ['route-66', 'route-67'],
  ['2026', '2026-2'],
  ['a-12345', 'a-12345-2'],
])('numbers %s: %s', (alias, next) => expect(numberedAlias(alias)).toBe(next));
