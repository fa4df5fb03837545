/**
 * Texts from the message catalog (public/_locales). Each page sets the browser's `getMessage` once at its start; the
 * one module-level state here saves over a hundred importers a parameter.
 */
import type catalog from '../../public/_locales/en/messages.json';
import { isolate } from '../text/isolate.ts';

export type MessageName = keyof typeof catalog;
type GetMessage = (name: string, substitutions?: string[]) => string;

let getMessage: GetMessage = (name) => name;
let language = 'en';
let direction: 'ltr' | 'rtl' = 'ltr';

/** Languages written from right to left; `Intl.Locale` has the direction in too few browsers. */
const rightToLeft = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/u;

export function setTranslator(get: GetMessage): void {
  getMessage = get;
  language = get('locale');
  direction = rightToLeft.test(language) ? 'rtl' : 'ltr';
}

/** The language of the texts: where the browser's has no catalog, it is that of the fallback. */
export function uiLanguage(): string {
  return language;
}

export function uiDirection(): 'ltr' | 'rtl' {
  return direction;
}

/** Letters, Hebrew to Arabic, that run against a left-to-right sentence; and those that run against the other one. */
const against = { ltr: /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u, rtl: /[A-Za-z\u00C0-\u058F]/u };

/** Names, titles and URLs in letters of the other direction must not reorder the sentence around them. */
function isolateForeign(text: string): string {
  return against[direction].test(text) && !/^[\u2066-\u2068]/u.test(text) ? isolate(text) : text;
}

export const t = (name: MessageName, ...substitutions: string[]): string =>
  translateByName(name, substitutions);

/** For a composed name, like that of a plural form: empty when the catalog lacks it. */
export function translateByName(name: string, substitutions: string[]): string {
  return getMessage(name, substitutions.map(isolateForeign));
}
