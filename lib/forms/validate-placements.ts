/** Validates placements row by row. Values that the service would certainly refuse, and empty ones, are blocking. */
import {
  joinAlias,
  isStarted,
  maxPlacements,
  sourceOf,
  suffixOf,
  type PlacementSet,
} from '../placements/placements.ts';
import type { MessageName } from '../i18n/t.ts';
import { hasInvalidCharacters } from './alias-characters.ts';
import { validateAlias } from './validate-alias.ts';
import type { Problem, Problems } from './validate-link.ts';

/** By field: `parameter`, `0.name`, `0.source`, `0.suffix` … */
export function validatePlacements({ parameter, places }: PlacementSet, alias: string): Problems {
  const problems: Record<string, Problem> = {};
  const report = (field: string, message: MessageName, blocks = true) =>
    void (problems[field] = { message, blocks });
  const [sources, aliases] = [new Set<string>(), new Set<string>()];
  if (parameter.trim() === '') report('parameter', 'problemParameterName');
  for (const [row, place] of places.entries()) {
    if (!isStarted(place)) continue;
    const [source, suffix] = [sourceOf(place).toLowerCase(), suffixOf(place, alias)];
    const whole = joinAlias(alias, suffix).toLowerCase();
    // Problems of the shared alias are reported at its own field.
    const odd = validateAlias(whole);
    if (place.name.trim() === '') report(`${row}.name`, 'problemPlacementName');
    if (source === '') report(`${row}.source`, 'problemPlacementSource');
    // Two links with one source are useful if their aliases differ.
    else if (sources.has(source)) report(`${row}.source`, 'problemSameSource', false);
    if (whole !== '' && aliases.has(whole)) report(`${row}.suffix`, 'problemSameAlias');
    else if (odd !== null && (odd !== 'problemAlias' || hasInvalidCharacters(suffix)))
      report(`${row}.suffix`, odd, odd === 'problemAlias');
    sources.add(source);
    aliases.add(whole);
  }
  return problems;
}

export const hasTooManyPlacements = ({ places }: PlacementSet): boolean =>
  places.filter(isStarted).length > maxPlacements;

export function invalidRows(problems: Problems): number[] {
  const rows = Object.entries(problems).flatMap(([field, { blocks }]) => {
    const row = Number.parseInt(field, 10);
    return blocks && !Number.isNaN(row) ? row : [];
  });
  return [...new Set(rows)];
}
