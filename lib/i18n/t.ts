/** Texts from the message catalogue (public/_locales). The browser's `getMessage` is handed in once by each page. */
import type catalogue from '../../public/_locales/en/messages.json';

export type MessageName = keyof typeof catalogue;
export type GetMessage = (name: string, substitutions?: string[]) => string;

let getMessage: GetMessage = (name) => name;
let language = 'en';

export function setTranslator(get: GetMessage, uiLanguage: string): void {
  getMessage = get;
  language = uiLanguage;
}

export function uiLanguage(): string {
  return language;
}

export function t(name: MessageName, ...substitutions: string[]): string {
  return getMessage(name, substitutions);
}

/** For a name that is put together, as plural forms are: empty where the catalogue lacks it. */
export function translateByName(name: string, substitutions: string[]): string {
  return getMessage(name, substitutions);
}
