/**
 * The browser's own extension API. Under Manifest V3 both browsers answer with promises, so a page's first paint
 * needs no polyfill; the background uses `wxt/browser`.
 */
import type { browser } from 'wxt/browser';

declare const globalThis: { browser?: typeof browser; chrome: typeof browser };

export const native: typeof browser = globalThis.browser ?? globalThis.chrome;
