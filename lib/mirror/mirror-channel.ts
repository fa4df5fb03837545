/** The `BroadcastChannel` on which changes of the mirror are announced (mirror-events.ts), for a page without zod. */
export const mirrorChannel = 'curtail-mirror';
