/** The keyboard shortcuts as they are really bound, and the browser's own page for changing them. */
import { native } from './native.ts';

export interface Shortcut {
  /** The command's name in the manifest. */
  readonly name: string;
  /** As the browser writes it; empty when none is bound. */
  readonly keys: string;
}

export async function boundShortcuts(): Promise<Shortcut[]> {
  const commands = await native.commands.getAll();
  return commands.map(({ name = '', shortcut = '' }) => ({ name, keys: shortcut }));
}

interface OwnSettings {
  openShortcutSettings(): Promise<void>;
}

/** Firefox has a call for it, Chromium an address. */
function hasSettings(commands: object): commands is OwnSettings {
  return 'openShortcutSettings' in commands;
}

/** `null` where only the person can find the way there. */
export const changeShortcuts: (() => void) | null = settingsOpener(native.commands);

function settingsOpener(commands: object): (() => void) | null {
  if (hasSettings(commands)) return () => void commands.openShortcutSettings();
  if (!native.runtime.getURL('').startsWith('chrome-extension:')) return null;
  return () => void native.tabs.create({ url: 'chrome://extensions/shortcuts' });
}

/** Calls back whenever they may have been changed: there is no event for it in every browser, but it is done elsewhere. */
export function onFocus(look: () => void): () => void {
  globalThis.addEventListener('focus', look);
  return () => globalThis.removeEventListener('focus', look);
}
