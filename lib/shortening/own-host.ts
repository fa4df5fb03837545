/** Which hosts are the service's own: its address, and the account's domains. */

/** With its port, where that is not the usual one. The service gives domains with or without a scheme. */
function hostOf(address: string): string | null {
  const text = /^https?:\/\//iu.test(address) ? address : `https://${address}`;
  return URL.canParse(text) ? new URL(text).host : null;
}

/** @param host as `URL` writes it */
export function isOwnHost(host: string, own: readonly string[]): boolean {
  return own.some((address) => hostOf(address) === host);
}
