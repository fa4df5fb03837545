/**
 * A function that takes secrets out of a text in every form a server echoes them: bare, in a URL, inside JSON or
 * HTML. Each character may be escaped or not, because every encoder has its own idea of which ones need it.
 */
export function createRedactor(...secrets: readonly string[]): (text: string) => string {
  const anyCase = (code: number, digits: number) =>
    code
      .toString(16)
      .padStart(digits, '0')
      .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const forms = secrets.map((secret) =>
    Array.from(secret, (character) => {
      const code = character.codePointAt(0) ?? 0;
      const bytes = Array.from(new TextEncoder().encode(character), (byte) => `%${anyCase(byte, 2)}`).join(
        '',
      );
      return `(?:\\\\?\\u{${code.toString(16)}}|${bytes}|\\\\u${anyCase(code, 4)}|&#0*${code};)`;
    }).join(''),
  );
  const echo = new RegExp(forms.join('|'), 'gu');
  return (text) => text.replace(echo, '***');
}
