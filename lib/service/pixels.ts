/** Tracking pixels, which a link can fire (API §2, §4). */
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { type Id, id, text, timestamp } from './fields.ts';
import { createdId, listCall, type PageQuery } from './list.ts';

export const pixelRecord = z.object({ id, type: text, name: text, tag: text, date: timestamp });
export type Pixel = z.infer<typeof pixelRecord>;

/**
 * Suggestions, not a rule: the contract replaces the providers' names by neutral words, services use the names
 * (field notes). Any other type passes through, in records and in requests.
 */
export const contractPixelTypes: readonly string[] = [
  'provider1pixel',
  'provider2pixel',
  'provider3pixel',
  'provider4pixel',
  'provider5pixel',
  'provider6pixel',
  'provider7pixel',
  'provider8pixel',
  'provider9',
  'provider10',
  'provider11',
  'provider12',
  'provider13',
];

export const publicPixelTypes: readonly string[] = [
  'gtmpixel',
  'gapixel',
  'fbpixel',
  'adwordspixel',
  'linkedinpixel',
  'twitterpixel',
  'adrollpixel',
  'quorapixel',
  'pinterest',
  'bing',
  'snapchat',
  'reddit',
  'tiktok',
];

export function listPixels(query: PageQuery = {}) {
  return listCall('/api/pixels', 'pixels', pixelRecord, query);
}

/** The contract does not show the answer, so a plain "error 0" is a success whose `id` is not known. */
export function addPixel(fields: {
  readonly type: string;
  readonly name: string;
  readonly tag: string;
}): Call<{ readonly id: Id | null }> {
  const { type, name, tag } = fields;
  return {
    method: 'POST',
    path: '/api/pixel/add',
    body: { type, name, tag },
    read: (body) => ({ id: createdId(body) }),
    repeatable: false,
  };
}
