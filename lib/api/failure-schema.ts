/** A failure as storage gives it back: ours, so that nothing but its shape is looked at. */
import * as z from 'zod/mini';
import type { Failure } from './failure.ts';

export const failureSchema = z.custom<Failure>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string',
);
