/**
 * Chromium keeps its databases in a log that it takes up again at its next start. A browser that died in the middle of a
 * write has left half a record there; what is written on behind that is sound until the start after the next, which finds
 * the half record and throws every database away. Once more has been written than the browser holds in memory (4 MB at
 * most) it begins another log and lets go of the torn one.
 */
import type { MirrorDatabase } from './database.ts';

const key = 'filling';
/** Longer values are put into files of their own, beside the log. */
const pieceBytes = 50_000;
const pieces = 100;

export async function rotateLog(database: MirrorDatabase): Promise<void> {
  const tx = database.transaction('state', 'readwrite');
  // By chance, as values are compressed.
  const piece = crypto.getRandomValues(new Uint8Array(pieceBytes));
  for (let n = 0; n < pieces; n++) void tx.store.put(piece, key);
  void tx.store.delete(key);
  await tx.done;
}
