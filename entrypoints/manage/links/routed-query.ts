/** The filters and the export that a URL opens, as a campaign's does, until the section is chosen in the navigation. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import { emptyQuery, type SearchQuery } from '../../../lib/mirror/search/search.ts';
import { isExportItem, parseFilterItem } from './filter-item.ts';

type RoutedFields = Partial<Pick<SearchQuery, 'campaign' | 'channel' | 'text'>>;

export function createRoutedQuery(
  query: ReadonlySignal<SearchQuery>,
  isExportOpen: Signal<boolean>,
  change: (fields: Partial<SearchQuery>) => void,
) {
  let routed: RoutedFields | null = null;

  return {
    follow(item: string): void {
      const filter = parseFilterItem(item);
      if (filter !== null) {
        routed = filter;
        change({ ...emptyQuery, ...filter });
      }
      if (isExportItem(item)) isExportOpen.value = true;
    },

    /** Call when the section is chosen in the navigation. What was typed stays unless the section is open already. */
    onChosen(isCurrent: boolean): void {
      if (isCurrent || routed !== null) isExportOpen.value = false;
      if (isCurrent) change({ ...emptyQuery, sort: query.peek().sort });
      else if (routed !== null) change(withoutRouted(query.peek(), routed));
      routed = null;
    },
  };
}

/** The fields that still have what came with the URL, emptied. */
const withoutRouted = ({ campaign, channel, text }: SearchQuery, routed: RoutedFields): RoutedFields => ({
  campaign: campaign === routed.campaign ? '' : campaign,
  channel: channel === routed.channel ? '' : channel,
  text: text === routed.text ? '' : text,
});
