/** The current keyboard shortcuts, and the browser's page for changing them. */
import { native } from './native.ts';

export interface Shortcut {
  /** The command's name in the manifest. */
  readonly name: string;
  /** In the browser's notation; empty for none. */
  readonly keys: string;
}

export async function boundShortcuts(): Promise<Shortcut[]> {
  const commands = await native.commands.getAll();
  return commands.map(({ name = '', shortcut = '' }) => ({ name, keys: shortcut }));
}

interface OwnSettings {
  openShortcutSettings(): Promise<void>;
}

/** Firefox has an API for it, Chromium a URL. */
function hasSettings(commands: object): commands is OwnSettings {
  return 'openShortcutSettings' in commands;
}

/** Opens the browser's settings; `null` when that is impossible. */
export const changeShortcuts: (() => void) | null = settingsOpener(native.commands);

function settingsOpener(commands: object): (() => void) | null {
  if (hasSettings(commands)) return () => void commands.openShortcutSettings();
  if (!native.runtime.getURL('').startsWith('chrome-extension:')) return null;
  return () => void native.tabs.create({ url: 'chrome://extensions/shortcuts' });
}
