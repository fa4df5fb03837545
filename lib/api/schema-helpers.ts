/** Building blocks for the schemas of stored data; the library's own for these are many times as long. */
import * as z from 'zod/mini';
import type { Failure } from './failure.ts';
import { isObject } from './is-object.ts';

export const integer = (min: number, max = Infinity) =>
  z.number().check(z.refine((value) => Number.isInteger(value) && value >= min && value <= max));

/** Checks the shape alone: a stored failure is one that this extension wrote. */
export const failureSchema = z.custom<Failure>(
  (value) => isObject(value) && typeof value['kind'] === 'string',
);
