/** Small letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

export const toPlainLetters = (text: string): string =>
  text.replace(special, (letter) => plainLetters[letter] ?? letter);
