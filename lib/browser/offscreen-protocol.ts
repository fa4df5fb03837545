/** The second, small message table: background → offscreen page. */
import type { SyncCommand } from '../sync-host/sync-commands.ts';

export type OffscreenMessage = { readonly target: 'offscreen' } & (
  | { readonly text: string }
  /** Its own schema is read where the keeper lives. */
  | { readonly task: SyncCommand }
);

/** From our own background or pages, whatever else runs under our id. */
export function isForOffscreen(message: unknown): message is { readonly target: 'offscreen' } {
  return (
    typeof message === 'object' && message !== null && 'target' in message && message.target === 'offscreen'
  );
}
