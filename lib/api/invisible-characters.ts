/**
 * Characters that are invisible or reorder the text around them: the one list for all code that reads, shows or copies a
 * URL. Those that Unicode lets a font ignore (`Default_Ignorable_Code_Point`), separators of lines and interlinear
 * annotations; without variation selectors, because emoji contain them.
 */

/** A class for expressions with the flag `v`, alone or within another class. */
export const invisibleClass = '[[\\p{DI}\\u2028\\u2029\\ufff9-\\ufffb]--[\\ufe00-\\ufe0f]]';

const one = new RegExp(invisibleClass, 'v');
const all = new RegExp(invisibleClass, 'gv');

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
