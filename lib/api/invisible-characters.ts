/**
 * Characters that are invisible or reorder the text around them: the one list for all code that reads, shows or copies a
 * URL. Without variation selectors, because emoji contain them.
 */

/** Within the brackets of an expression with the flag `u`. */
export const invisibleClass =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';

const one = new RegExp(`[${invisibleClass}]`, 'u');
const all = new RegExp(`[${invisibleClass}]`, 'gu');

export const hasInvisible = (text: string): boolean => one.test(text);

export const withoutInvisible = (text: string): string => text.replace(all, '');

/** Without those at its ends, where they come along with what was copied, and without white space there. */
export function trimInvisible(text: string): string {
  let [from, to] = [0, text.length];
  const isOutside = (at: number) => {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    return character.trim() === '' || one.test(character);
  };
  while (from < to && isOutside(from)) from += (text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1;
  for (;;) {
    const last = to - (/[\udc00-\udfff]/.test(text.charAt(to - 1)) && to - from > 1 ? 2 : 1);
    if (to <= from || !isOutside(last)) return text.slice(from, to);
    to = last;
  }
}
