/**
 * Names of stored data that are read in more than one place, and apart from its schema: a page's first paint loads none.
 * They are persisted: none changes without a migration.
 */

/** A page writes its command here, before it tells the background. */
export const intentPrefix = 'intent:';
export const intentKey = (id: string): string => intentPrefix + id;

export const jobPrefix = 'job:';

/** Damaged data is set aside under this prefix. */
export const damagedPrefix = 'damaged:';

/** Absent where there are no presets, so that a page loads their code only when it needs it. */
export const presetsKey = 'presets';

export const popupViewKey = 'popup-view';

/** In session memory. */
export const activityViewKey = 'activity-view';
