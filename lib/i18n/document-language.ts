/** The language and direction of a page are those of its texts, which may not be the browser's. */
import { uiDirection, uiLanguage } from './t.ts';

export function setDocumentLanguage({ documentElement } = document): void {
  documentElement.lang = uiLanguage();
  documentElement.dir = uiDirection();
}
