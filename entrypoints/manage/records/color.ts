/** The service returns colors as any text: only a valid one is rendered. */

export const isColor = (text: string): boolean => /^#[\da-f]{6}$/iu.test(text);
