/** Problems of placements are reported in their rows; only values that would be refused, and empty ones, block. */
import { expect, it } from 'vitest';
import { hasErrors } from '../../../lib/forms/validate-link.ts';
import {
  hasTooManyPlacements,
  validatePlacements,
  invalidRows,
} from '../../../lib/forms/validate-placements.ts';
import type { Placement } from '../../../lib/placements/placements.ts';

const place = (name: string, source: string | null = null, suffix: string | null = null): Placement => ({
  name,
  source,
  suffix,
});

function problems(places: readonly Placement[], alias = '', parameter = 'utm_source') {
  const found = validatePlacements({ parameter, places: [...places] }, alias);
  const says = Object.entries(found).map(([field, problem]) => `${field} ${problem.message}`);
  return { says, blocks: hasErrors(found), rows: invalidRows(found) };
}

it('good rows, and rows that are not begun', () => {
  expect(problems([place('A'), place(''), place('B')], 'x')).toEqual({ says: [], blocks: false, rows: [] });
});

it.each([
  ['no name', [place('A'), place('', 'b')], '1.name problemPlacementName', true],
  ['a name of nothing but signs', [place('!!!')], '0.source problemPlacementSource', true],
  ['no source', [place('A', ' ')], '0.source problemPlacementSource', true],
  ['the same source', [place('A'), place('B', ' A')], '1.source problemSameSource', false],
  ['the same suffix', [place('A', null, 'one'), place('B', null, 'One ')], '1.suffix problemSameAlias', true],
  ['signs in a suffix', [place('A', null, 'a/b')], '0.suffix problemAlias', true],
  ['a suffix that is hardly an alias', [place('A', null, 'x')], '0.suffix problemAliasLength', false],
])('%s', (_name, places, says, blocks) => {
  const found = problems(places);
  expect(found).toMatchObject({ says: [says], blocks });
  expect(found.rows).toEqual(blocks ? [Number.parseInt(says, 10)] : []);
});

it('the length that counts is that of the whole alias, and problems of its beginning are reported elsewhere', () => {
  const long = [place('A', null, 'x'.repeat(44))];
  expect(problems(long, 'large').says).toEqual([]);
  expect(problems(long, 'larger').says).toEqual(['0.suffix problemAliasLength']);
  expect(problems([place('A', null, 'x')], 'a b').says).toEqual([]);
});

it('without suffixes an alias is used only once', () => {
  const bare = [place('A', null, ''), place('B', null, '')];
  expect(problems(bare).says).toEqual([]);
  expect(problems(bare, 'spring').says).toEqual(['1.suffix problemSameAlias']);
});

it('the parameter needs a name', () => {
  expect(problems([place('A')], '', ' ')).toMatchObject({
    says: ['parameter problemParameterName'],
    rows: [],
  });
});

it('thirty at most', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => place(`P${n}`));
  const areMany = (places: Placement[]) => hasTooManyPlacements({ parameter: 'utm_source', places });
  expect([areMany([...many(30), place('')]), areMany(many(31))]).toEqual([false, true]);
});
