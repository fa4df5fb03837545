/** Adds a style sheet to the page: one that comes with a chunk need not be parsed before the first paint. */
export function addStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

export const hasAddedStyles = (): boolean => document.adoptedStyleSheets.length > 0;
