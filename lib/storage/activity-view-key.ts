/** Where the Activity page's view lies, in session memory. Apart from its schema, which the page alone needs. */
export const activityViewKey = 'activity-view';
