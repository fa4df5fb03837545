/** Colours come from the service as any text: only what is surely a colour is drawn with. */

export const isColor = (text: string): boolean => /^#[\da-f]{6}$/iu.test(text);
