/** Persisted keys that are read in several places. Apart from the schemas, which a page's first paint does not load. */

/** A page writes its command here, before it sends it to the background. */
export const intentPrefix = 'intent:';
export const intentKey = (id: string): string => intentPrefix + id;

export const jobPrefix = 'job:';

export const preferencesKey = 'preferences';

export const damagedPrefix = 'damaged:';

/** Absent where there are no presets, so that a page loads their code only when it needs it. */
export const presetsKey = 'presets';

/** Whether the settings page shows the way to the first link; `false` once that has ended, for every later account. */
export const firstStepsKey = 'first-steps';

export const popupViewKey = 'popup-view';

/** In session memory. */
export const activityViewKey = 'activity-view';
