export type BrowserKind = 'chromium' | 'firefox';
/** The address of an installed browser, or undefined. Throws when the environment names one that isn't there. */
export function findBrowser(kind: BrowserKind): string | undefined;
/** As findBrowser, but a missing browser is an error with instructions. */
export function requireBrowser(kind: BrowserKind): string;
/** Instructions to install that browser. */
export function howToInstall(kind: BrowserKind): string;
/** The folder of downloaded browsers. */
export const browserCache: string;
/** A program on the search path, or undefined. */
export function findOnPath(command: string): string | undefined;
/** The programs that the tests of real windows need. */
export const screenTools: readonly string[];
