/** Learns the UTC offset of the service's times, once a list shows the `date` of the last link that was made here. */
import { inferUtcOffset } from '../../../lib/api/infer-utc-offset.ts';
import type { Items } from '../storage/stored-items.ts';
import type { ClickUpdate } from '../storage/links-by-url-store.ts';

export function createUtcOffsetLearning({
  newestIds,
  pickerLists,
}: Pick<Items, 'newestIds' | 'pickerLists'>) {
  /** @param scope the account whose links they are */
  return async (links: readonly Pick<ClickUpdate, 'id' | 'date'>[], scope: string): Promise<void> => {
    const { scope: known, id, at, made = { id, at } } = await newestIds.read();
    if (known !== scope) return;
    const utcOffset = inferUtcOffset(links.find((link) => link.id === made.id)?.date ?? null, made.at ?? NaN);
    await pickerLists.update((lists) =>
      utcOffset === null || lists.zone === utcOffset || lists.scope !== scope
        ? lists
        : { ...lists, zone: utcOffset },
    );
  };
}
