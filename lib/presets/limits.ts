/** How much of presets there may be. */

/** In characters of an exported file. */
export const maxFileLength = 999_999;
export const maxPresets = 500;
export const maxNameLength = 100;
export const maxSites = 200;
