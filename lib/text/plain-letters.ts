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

/** Replaces the small letters that Unicode does not decompose. */
export const toPlainLetters = (text: string): string =>
  text.replace(/[æœøßđðþłħı]/gu, (letter) => plainLetters[letter] ?? letter);
