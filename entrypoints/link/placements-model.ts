/** The model of "Placements" for the link form's URL: typing them, submitting them together, and following them. */
import { reportCopy } from '../../lib/forms/copy-notice.ts';
import { createPlacementsState, type PlacementsDeps, type PlacementsState } from './placements-state.ts';
import { createPlacementsSync } from './placements-sync.ts';
import { createSubmittedPlacements } from './submitted-placements.ts';
import { createTypedPlacements } from './typed-placements.ts';

export type PlacementsModel = ReturnType<typeof createPlacementsModel>;

export interface PlacementsProps {
  readonly model: PlacementsModel;
}

/** Identifies the whole table in the notice about a copy. */
export const wholeTable = 'table';

export function createPlacementsModel(deps: PlacementsDeps) {
  const state = createPlacementsState(deps);
  const sync = createPlacementsSync(deps, state);
  sync.show(deps.view);
  return {
    deps,
    ...state,
    ...sync,
    ...createTypedPlacements(deps, state),
    ...createSubmittedPlacements(deps, state, sync),
    ...createCopyActions(deps, state),
  };
}

function createCopyActions(deps: PlacementsDeps, { rows, format, notice }: PlacementsState) {
  return {
    copy: (shortUrl: string) => reportCopy(notice, deps.copy(shortUrl), shortUrl),

    /** @param header the names of the columns: placement, short link, URL, source */
    async copyTable(header: readonly string[]): Promise<void> {
      const cells = rows
        .peek()
        .map(({ placement, address }) => [
          placement.name,
          placement.shortUrl ?? '',
          address,
          placement.source,
        ]);
      // A formatter that does not load counts as a failed copy.
      const copying = deps.formatTable(format.peek(), [header, ...cells]).then(deps.copy, () => false);
      await reportCopy(notice, copying, wholeTable);
    },
  };
}
