/** The options for all rows of a batch when nothing is chosen. */
import type { SharedOptions } from '../../../lib/bulk/validate-row.ts';

export const noOptions: SharedOptions = {
  preset: null,
  campaign: null,
  channel: null,
  pixels: [],
  domain: '',
  expiry: '',
  defaults: { campaign: null, channel: null, pixels: [] },
  cleanUp: null,
};
