/** Where the presets are kept, for pages that load the rest only where there are any: none are kept empty. */
export const presetsKey = 'presets';
