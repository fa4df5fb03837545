/**
 * Texts from the message catalog (public/_locales). Each page sets the browser's `getMessage` once at its start; the
 * one module-level state here saves over a hundred importers a parameter.
 */
import type catalogue from '../../public/_locales/en/messages.json';

export type MessageName = keyof typeof catalogue;
export type GetMessage = (name: string, substitutions?: string[]) => string;

let getMessage: GetMessage = (name) => name;
let language = 'en';

export function setTranslator(get: GetMessage): void {
  getMessage = get;
  language = get('locale');
}

/** The language of the texts: where the browser's has no catalog, it is that of the fallback. */
export function uiLanguage(): string {
  return language;
}

export function t(name: MessageName, ...substitutions: string[]): string {
  return getMessage(name, substitutions);
}

/** For a composed name, like that of a plural form: empty when the catalog lacks it. */
export function translateByName(name: string, substitutions: string[]): string {
  return getMessage(name, substitutions);
}
