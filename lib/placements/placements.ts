/** One address for several places: a link each, with a source parameter and an alias of its own. */
import * as z from 'zod/mini';
import { linkDraftSchema, type LinkDraft } from '../draft/draft.ts';
import { defaultLinkOptions } from '../draft/parse-options.ts';
import { applyUtm } from '../draft/utm-parameters.ts';

/** So many are asked for at once: about what a service takes in a minute. */
export const maxPlacements = 30;

/** What tells the source where nothing else was typed. */
export const defaultParameter = 'utm_source';

const placementSchema = z.object({
  name: z.string(),
  /** `null` as long as the one that the name proposes stands. */
  source: z.nullable(z.string()),
  suffix: z.nullable(z.string()),
});
export type Placement = z.infer<typeof placementSchema>;

export const placementSetSchema = z.object({
  /** The name of the parameter that carries the source. */
  parameter: z.string(),
  places: z.array(placementSchema),
});
export type PlacementSet = z.infer<typeof placementSetSchema>;

const submittedPlacementSchema = z.object({
  /** The job's. */
  id: z.string(),
  name: z.string(),
  source: z.string(),
  suffix: z.string(),
  /** Another suffix, typed for the next try. */
  typed: z.nullable(z.string()),
  /** Its short link once it is made, so that it is shown for longer than its job is kept. */
  shortUrl: z.nullable(z.string()),
});
export type SubmittedPlacement = z.infer<typeof submittedPlacementSchema>;

const batchSchema = z.object({
  /** What all of them have in common, as it was when they were asked for; without the password. */
  base: linkDraftSchema,
  hadPassword: z.boolean(),
  parameter: z.string(),
  asked: z.array(submittedPlacementSchema),
});
export type Batch = z.infer<typeof batchSchema>;

export const tableFormats = ['tabs', 'markdown', 'csv'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** What the page keeps of its places. */
export const placementsDraftSchema = z.object({
  set: placementSetSchema,
  /** What was asked for; `null` while the places are still being typed. */
  batch: z.nullable(batchSchema),
  format: z.literal(tableFormats),
});
export type PlacementsDraft = z.infer<typeof placementsDraftSchema>;

export const emptyPlacement: Placement = { name: '', source: null, suffix: null };
export const emptyPlacements: PlacementsDraft = {
  set: { parameter: defaultParameter, places: [] },
  batch: null,
  format: 'tabs',
};

/** The most characters of a name that its proposal takes over. */
const maxSlugLength = 50;

/** A name as it stands in addresses: small letters and digits of any script, without accents, joined by hyphens. */
export function unicodeSlug(name: string): string {
  const plain = name
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/gu, '')
    .normalize('NFC');
  const words = plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const slug = Array.from(words.join('-')).slice(0, maxSlugLength).join('');
  return slug.replace(/-$/u, '');
}

export function sourceOf({ name, source }: Placement): string {
  return source?.trim() ?? unicodeSlug(name);
}

/** Without an alias a suffix counts only where it was typed: the service's own choice needs none. */
export function suffixOf({ name, suffix }: Placement, alias: string): string {
  return suffix?.trim() ?? (alias.trim() === '' ? '' : unicodeSlug(name));
}

/** The typed alias, a hyphen, the suffix; either alone where the other is empty. */
export function aliasWith(alias: string, suffix: string): string {
  return [alias, suffix]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('-');
}

/** A row that was added and not begun is nothing yet. */
export function isStarted({ name, source, suffix }: Placement): boolean {
  return [name, source, suffix].some((text) => text !== null && text.trim() !== '');
}

/**
 * The link of one place. Its source is written into the address, wherever other parameters go: so no two places ask for
 * the same, and when an answer is lost each finds its own link again. It takes the place of a parameter of that name,
 * in the address as in the form.
 */
export function placementLink(
  base: LinkDraft,
  parameter: string,
  { source, suffix }: Pick<SubmittedPlacement, 'source' | 'suffix'>,
): LinkDraft {
  const { extras } = base;
  const name = parameter.trim();
  const own = applyUtm(base.address, {
    parameters: [{ name, value: source }],
    parametersIn: 'address',
    parameterConflict: 'replace',
  });
  const others = extras?.parameters.filter((other) => other.name.trim() !== name) ?? [];
  return {
    ...base,
    address: own.address,
    alias: aliasWith(base.alias, suffix),
    ...(extras && { extras: { ...extras, parameters: others } }),
  };
}

/** Where a visitor is led: wherever the parameters are sent, they meet them in the address. */
export function targetUrl({ address, extras = defaultLinkOptions }: LinkDraft): string {
  return applyUtm(address, { ...extras, parametersIn: 'address' }).address;
}

/** Of what is pasted no more than this becomes rows. */
const maxPasted = 200;

/** Lines become places; cells of a table become name, source and suffix. `null` for a text that is only one cell. */
export function parsePasted(text: string): Placement[] | null {
  const lines = text
    .slice(0, 100_000)
    .split(/[\n\r\u2028\u2029]+/u)
    .filter((line) => line.trim() !== '');
  if (lines.length < 2 && !text.trim().includes('\t')) return null;
  return lines.slice(0, maxPasted).map((line) => {
    const [name = '', source = '', suffix = ''] = line.split('\t').map((cell) => cell.trim());
    return { name, source: source || null, suffix: suffix || null };
  });
}

/** Under which key a page keeps its places; begins as every draft does (draft-guard.ts). */
export function placementsDraftKey(name: string): string {
  return `draft:places:${name}`;
}

/** The set that was typed last, for every page. */
export const lastPlacementsKey = placementsDraftKey('last');
