export type BrowserKind = 'chromium' | 'firefox';
/** The address of an installed browser, or undefined. Throws when the environment names one that isn't there. */
export function findBrowser(kind: BrowserKind): string | undefined;
/** As findBrowser, but a missing browser is an error that says how to get one. */
export function requireBrowser(kind: BrowserKind): string;
/** What a person without that browser should do. */
export function howToInstall(kind: BrowserKind): string;
/** Where downloaded browsers go. */
export const browserCache: string;
/** A program on the search path, or undefined. */
export function findOnPath(command: string): string | undefined;
/** The programs that the tests of real windows need. */
export const screenTools: readonly string[];
