/**
 * Lists which names of the browsers' lists the clean-up does not know yet:
 * `node test/tools/tracking-news.ts [file or https address]…`. Without any it reads what the publishers have today. Ends
 * with 1 where there is something new: it belongs into test/tools/browser-lists.ts, as a name to take or to exclude.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { campaign, tracking } from '../../lib/url/tracking-rules.ts';
import { leftOut } from './browser-lists.ts';

const published = [
  'https://raw.githubusercontent.com/brave/adblock-lists/master/brave-lists/query-filter.json',
  'https://firefox.settings.services.mozilla.com/v1/buckets/main/collections/query-stripping/records',
  'https://raw.githubusercontent.com/mozilla-firefox/firefox/main/toolkit/components/antitracking/data/StripOnShare.json',
  'https://raw.githubusercontent.com/mozilla-firefox/firefox/main/toolkit/components/antitracking/data/StripOnShareLGPL.json',
];

const names = z.array(z.string());
const braveSchema = z.array(z.object({ include: names, params: names }));
const recordsSchema = z.object({ data: z.array(z.object({ stripList: names })) });
const shareSchema = z.record(
  z.string(),
  z.object({
    queryParams: names,
    isGlobal: z.optional(z.boolean()),
    topLevelSites: z.optional(names),
  }),
);

/** Reads any of the three forms: the names that are removed on every site. */
export function namesOfList(raw: unknown): string[] {
  const brave = braveSchema.safeParse(raw);
  if (brave.success)
    return brave.data.filter(({ include }) => include.includes('*://*/*')).flatMap(({ params }) => params);
  const records = recordsSchema.safeParse(raw);
  if (records.success) return records.data.data.flatMap(({ stripList }) => stripList);
  return Object.values(shareSchema.parse(raw))
    .filter((rule) => rule.isGlobal === true || rule.topLevelSites?.includes('*') === true)
    .flatMap(({ queryParams }) => queryParams);
}

/** Names that are neither removed nor excluded on purpose. */
export function newNames(listed: readonly string[]): string[] {
  const known = new Set([...tracking.split(' '), ...campaign.split(' '), ...Object.keys(leftOut)]);
  const lower = new Set(listed.map((name) => name.toLowerCase()));
  return [...lower].filter((name) => !known.has(name) && !name.startsWith('utm_')).sort();
}

async function read(place: string): Promise<unknown> {
  if (!place.startsWith('https:')) return JSON.parse(await readFile(place, 'utf8'));
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place} answers ${response.status}.`);
  return response.json();
}

async function main(places: readonly string[]): Promise<void> {
  for (const place of places) {
    const found = newNames(namesOfList(await read(place)));
    console.log(`${place}: ${found.length === 0 ? 'nothing new' : found.join(' ')}`);
    if (found.length > 0) process.exitCode = 1;
  }
}

const given = process.argv.slice(2);
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(given.length > 0 ? given : published);
