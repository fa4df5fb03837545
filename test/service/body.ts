/** Reads a JSON request body: every field is checked before it is used. */
import type { Context } from 'hono';
import { Refusal } from './refusal.ts';
import type { Env } from './service.ts';

export type Body = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The raw text too, for callers that store it. Throws a Refusal when it is no JSON object. */
export async function readBody(c: Context<Env>): Promise<{ body: Body; raw: string }> {
  // API §5: requests also send Content-Type: application/json.
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new Refusal('The Content-Type must be application/json.');
  const raw = await c.req.text();
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    throw new Refusal('The request body is not valid JSON.');
  }
  if (!isRecord(body)) throw new Refusal('The request body must be a JSON object.');
  return { body, raw };
}

export function optionalText(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new Refusal(`The field ${name} must be a text.`);
  return value;
}

export function requiredText(body: Body, name: string): string {
  const value = optionalText(body, name)?.trim();
  if (!value) throw new Refusal(`The field ${name} is required.`);
  return value;
}

export function optionalFlag(body: Body, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw new Refusal(`The field ${name} must be true or false.`);
  return value;
}

export function optionalId(body: Body, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw new Refusal(`The field ${name} must be an id.`);
  return value;
}

export function optionalList(body: Body, name: string): readonly unknown[] {
  const value = body[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Refusal(`The field ${name} must be a list.`);
  return value;
}

/** An http or https address, unchanged. */
export function webAddress(value: string, name: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || /\s/.test(value))
    throw new Refusal(`The field ${name} must be a valid address.`);
  return value;
}

export function optionalAddress(body: Body, name: string): string | undefined {
  const value = optionalText(body, name);
  return value ? webAddress(value, name) : undefined;
}

/** The `:id` of a path: API §2, identifiers are integers. */
export function pathId(c: Context<Env>, name = 'id'): number {
  const value = c.req.param(name) ?? '';
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new Refusal('The id must be an integer.');
  return Number(value);
}
