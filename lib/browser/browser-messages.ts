/** The browser's message catalog in the form that lib/i18n needs. */
import { native } from './native.ts';

/** `name` is unchecked here: `t` checks it (lib/i18n/t.ts), and names of plural forms are composed. */
export function getMessage(name: string, substitutions?: string[]): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser's types list one overload a key
  return native.i18n.getMessage(name as 'extName', substitutions);
}

export function browserLanguage(): string {
  return native.i18n.getUILanguage();
}
