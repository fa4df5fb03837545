/** Texts as they are compared in a search: without accents and case, for people who type neither. */

export function normalizeText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
