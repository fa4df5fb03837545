/** The browser's own message catalogue, in the form in which lib/i18n takes it. */
import { native } from './native.ts';

/** The catalogue's keys are checked where texts are asked for (lib/i18n/t.ts), plural forms are put together. */
export function getMessage(name: string, substitutions?: string[]): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser's types list one overload a key
  return native.i18n.getMessage(name as 'extName', substitutions);
}

export function browserLanguage(): string {
  return native.i18n.getUILanguage();
}
