/**
 * Chromium stores IndexedDB in a LevelDB log that it reuses at its next start. A browser that was killed during a
 * write leaves a torn record there; data written after it is readable until the start after the next, which finds the
 * torn record and deletes every database. Writing more than LevelDB's memory buffer (4 MB at most) makes it start
 * another log.
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
