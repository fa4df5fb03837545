/** Stores commands as intents. Apart from submit-command.ts, so that a page's first paint loads the write only. */
import { writeStorage, type AreaName } from '../browser/storage.ts';
import { intentKey } from '../storage/storage-keys.ts';

interface Intent {
  readonly id: string;
  /** From an incognito window: stored in session memory, never on disk. */
  readonly private?: boolean;
}

export const intentArea = (intent: Intent): AreaName => (intent.private === true ? 'session' : 'local');

export function writeIntent(intent: Intent): Promise<void> {
  return writeStorage(intentArea(intent), intentKey(intent.id), intent);
}

/** As stored items, for a write that holds more than intents. */
export function intentItems(intents: readonly Intent[]): Record<string, Intent> {
  return Object.fromEntries(intents.map((intent) => [intentKey(intent.id), intent]));
}
