/** Actions on the placements that are still being typed. */
import type { LinkDraft } from '../../lib/draft/draft.ts';
import { finalUrl } from '../../lib/draft/utm-parameters.ts';
import {
  emptyPlacement,
  isStarted,
  parsePasted,
  placementLink,
  sourceOf,
  type Placement,
  type PlacementSet,
  type TableFormat,
} from '../../lib/placements/placements.ts';
import type { PlacementsDeps, PlacementsState } from './placements-state.ts';

export function createTypedPlacements({ form, save }: PlacementsDeps, state: PlacementsState) {
  const { set, format, notice } = state;

  function change(fields: Partial<PlacementSet>): void {
    notice.value = null;
    set.value = { ...set.peek(), ...fields };
    // The page still has what was typed; "Shorten" reports that nothing can be stored.
    save(state.draft(), [], state.typedSet()).catch(() => undefined);
  }

  return {
    change,

    /** The target URL of a placement's future link. */
    urlOf(placement: Placement): string {
      if (!isStarted(placement) || !form.readable.value.ok) return '';
      const link: LinkDraft = { ...form.draft.value, address: form.readable.value.address };
      const { name } = placement;
      const shown = { name, source: sourceOf(placement), suffix: '' };
      return finalUrl(placementLink(link, set.value.parameter, shown));
    },

    chooseFormat(chosen: TableFormat): void {
      format.value = chosen;
      state.save();
    },

    /** Starts with a set that was typed before, or with one empty row. */
    begin(places: PlacementSet | null): void {
      change(places ?? { places: [emptyPlacement] });
    },

    /** @returns the row of the last pasted placement; `null` for a text that belongs into the field as it is */
    paste(row: number, text: string): number | null {
      const pasted = parsePasted(text);
      if (pasted === null) return null;
      const { places } = set.peek();
      const current = places[row];
      // A row that was started stays.
      const before: Placement[] = current !== undefined && isStarted(current) ? [current] : [];
      change({ places: places.toSpliced(row, 1, ...before, ...pasted) });
      notice.value = { name: 'pasted', count: pasted.length };
      return row + before.length + pasted.length - 1;
    },
  };
}
