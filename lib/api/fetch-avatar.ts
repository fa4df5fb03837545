/** A small picture from the service's own origin as a `data:` address, fetched without the key. */

/** In bytes: enough for a picture of 40 px. */
const maxBytes = 256 * 1024;
const pictureTypes = /^image\/(?:png|jpeg|gif|webp)$/u;

/** @returns null for everything that is not a small picture: a missing avatar is no failure worth reporting */
export async function fetchAvatar(
  fetchOnce: (address: string, init: RequestInit) => Promise<Response>,
  address: string,
): Promise<string | null> {
  try {
    const response = await fetchOnce(address, {
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(10_000),
    });
    const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
    if (!response.ok || !pictureTypes.test(type) || response.body === null) return null;
    const chunks: string[] = [];
    let size = 0;
    // Chromium iterates streams from 124 on.
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength;
      if (size > maxBytes) {
        await reader.cancel();
        return null;
      }
      for (const byte of part.value) chunks.push(String.fromCharCode(byte));
    }
    return `data:${type};base64,${btoa(chunks.join(''))}`;
  } catch {
    // Decoration: the account is shown without it.
    return null;
  }
}
