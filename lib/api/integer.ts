/** Whole numbers in schemas. */
import * as z from 'zod/mini';

export const integer = (least: number, most = Infinity) =>
  z.number().check(z.refine((given) => Number.isInteger(given) && given >= least && given <= most));
