/**
 * Chromium reuses the LevelDB log of IndexedDB: after a torn record of a browser that was killed, what is written stays
 * readable until the start after the next, which then deletes every database. Writing more than LevelDB's memory buffer
 * (4 MB at most) makes it start another log.
 */
import type { MirrorDatabase } from './database.ts';

const key = 'filling';
/** Longer values are stored in files beside the log. */
const pieceBytes = 50_000;
const pieces = 100;

export async function rotateLog(database: MirrorDatabase): Promise<void> {
  const tx = database.transaction('state', 'readwrite');
  // Random, because values are compressed.
  const piece = crypto.getRandomValues(new Uint8Array(pieceBytes));
  for (let n = 0; n < pieces; n++) void tx.store.put(piece, key);
  void tx.store.delete(key);
  await tx.done;
}
