import type { CDPSession } from 'puppeteer-core';

const named: Readonly<Record<string, { code: string; key?: string; virtual: number; text?: string }>> = {
  Enter: { code: 'Enter', virtual: 13, text: '\r' },
  Tab: { code: 'Tab', virtual: 9 },
  Escape: { code: 'Escape', virtual: 27 },
  Backspace: { code: 'Backspace', virtual: 8 },
  Delete: { code: 'Delete', virtual: 46 },
  Space: { code: 'Space', key: ' ', virtual: 32, text: ' ' },
  Home: { code: 'Home', virtual: 36 },
  End: { code: 'End', virtual: 35 },
  PageUp: { code: 'PageUp', virtual: 33 },
  PageDown: { code: 'PageDown', virtual: 34 },
  ArrowLeft: { code: 'ArrowLeft', virtual: 37 },
  ArrowUp: { code: 'ArrowUp', virtual: 38 },
  ArrowRight: { code: 'ArrowRight', virtual: 39 },
  ArrowDown: { code: 'ArrowDown', virtual: 40 },
};

const modifierBits: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

// Synthetic keys skip the browser's own shortcut handling, so the editing command is named along with them.
const editing: Readonly<Record<string, string>> = {
  'Control+a': 'selectAll',
  'Control+c': 'copy',
  'Control+x': 'cut',
  'Control+v': 'paste',
  'Control+z': 'undo',
};

function keyOf(name: string): { key: string; code: string; virtual: number; text?: string } {
  const known = named[name];
  if (known) return { ...known, key: known.key ?? name };
  if (Array.from(name).length !== 1) throw new Error(`No key is called "${name}".`);
  const upper = name.toUpperCase();
  const code = /[A-Z]/.test(upper) ? `Key${upper}` : /\d/.test(name) ? `Digit${name}` : '';
  // Punctuation's character codes are other keys' virtual codes: "." (46) would be Delete.
  return { key: name, code, virtual: code === '' ? 0 : upper.charCodeAt(0), text: name };
}

/** One key with its modifiers: `Enter`, `Shift+Tab`, `Control+a`. */
export async function pressKey(session: CDPSession, chord: string): Promise<void> {
  const parts = chord.length > 1 ? chord.split('+') : [chord];
  const { text, key, code, virtual } = keyOf(parts.pop() ?? '');
  let modifiers = 0;
  for (const part of parts) {
    const bit = modifierBits[part];
    if (bit === undefined) throw new Error(`No modifier is called "${part}".`);
    modifiers |= bit;
  }
  const command = editing[chord];
  const types = text !== undefined && (modifiers & ~8) === 0;
  const common = { key, code, modifiers, windowsVirtualKeyCode: virtual };
  await session.send('Input.dispatchKeyEvent', {
    type: types ? 'keyDown' : 'rawKeyDown',
    ...common,
    ...(types ? { text } : {}),
    ...(command === undefined ? {} : { commands: [command] }),
  });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common });
}

/** Types a key at a time, so that every keydown, input and keyup happens. */
export async function typeText(session: CDPSession, text: string): Promise<void> {
  for (const character of text) {
    if (character === '\n') await pressKey(session, 'Enter');
    else if (/^[\x20-\x7e]$/.test(character))
      await pressKey(session, character === ' ' ? 'Space' : character);
    else await session.send('Input.insertText', { text: character });
  }
}
