import type { JobView } from '../../../lib/views/job-view.ts';

/** What the user has dismissed needs nothing more. */
export const hasFailed = ({ state, unconfirmed, dismissed }: JobView): boolean =>
  state === 'refused' && unconfirmed !== true && dismissed !== true;
