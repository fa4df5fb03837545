/** The language and direction of a page are those of its texts, which may not be the browser's. */
import { uiLanguage } from './t.ts';

/** Languages written from right to left; `Intl.Locale` tells the direction in too few browsers. */
const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

export function setDocumentLanguage({ documentElement } = document): void {
  const language = uiLanguage();
  documentElement.lang = language;
  documentElement.dir = rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
