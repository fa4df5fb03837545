/** Percent-decodes valid UTF-8 and leaves everything else as it is. */
export function safeDecode(text: string): string {
  const [first = '', ...others] = text.split('%');
  const parts = [first];
  /** Adjacent encoded bytes, which may form a character together. */
  let run = '';
  for (const part of others) {
    const isByte = /^[\da-f]{2}/iu.test(part);
    if (isByte) run += `%${part.slice(0, 2)}`;
    const rest = isByte ? part.slice(2) : `%${part}`;
    if (rest === '') continue;
    parts.push(decodeRun(run), rest);
    run = '';
  }
  return parts.join('') + decodeRun(run);
}

function decodeRun(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    // Not UTF-8: left as it is.
    return bytes;
  }
}
