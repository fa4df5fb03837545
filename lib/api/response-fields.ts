/** Fields of a response about a single record: its id, and the record itself. */
import * as z from 'zod/mini';
import { UnreadableBody } from './call.ts';
import { isRecord } from './coerce.ts';
import { type Id, toId } from './ids.ts';

export interface Created {
  readonly id: Id;
}

/** Throws without an id: what was made could not be named, so it does not count as read. */
export function readCreated(body: unknown): Created {
  const id = createdId(body);
  if (id === null) throw new UnreadableBody('No id');
  return { id };
}

/** The id beside `error`, or one level down under `data` as some servers have it. */
export function createdId(body: unknown): Id | null {
  for (const place of payloadCandidates(body)) {
    const id = toId(place['id']);
    if (id !== null) return id;
  }
  return null;
}

/** The places where servers put the fields of a single record: beside `error`, or under `data`. */
export function payloadCandidates(body: unknown): readonly Readonly<Record<string, unknown>>[] {
  return isRecord(body) ? [body, body['data']].filter(isRecord) : [];
}

/** The first place that reads as the record; `null` when none does. */
export function readRecord<T>(body: unknown, record: z.ZodMiniType<T>): T | null {
  for (const place of payloadCandidates(body)) {
    const read = z.safeParse(record, place);
    if (read.success) return read.data;
  }
  return null;
}

export function expectValue<T>(value: T | null): T {
  if (value === null) throw new UnreadableBody('Not what was promised');
  return value;
}
