/** How much of presets there may be. */

/** In characters of an exported file. */
export const longestFile = 999_999;
export const mostPresets = 500;
export const longestName = 100;
export const mostSites = 200;
