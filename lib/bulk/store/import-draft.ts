/** The unfinished import of a bulk, stored when its page is left. Parsed by the page. */
import type { MirrorDatabase } from '../../mirror/database.ts';

const draftKey = 'bulk-draft';

export async function getDraft(database: MirrorDatabase): Promise<unknown> {
  return database.get('state', draftKey);
}

/** @param draft `null` removes the stored one */
export async function saveDraft(database: MirrorDatabase, draft: object | null): Promise<void> {
  if (draft === null) await database.delete('state', draftKey);
  else await database.put('state', draft, draftKey);
}
