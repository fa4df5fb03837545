/** Placements of one URL: a link each, with its own source parameter and alias. The schema keys are persisted. */
import * as z from 'zod/mini';
import { linkDraftSchema, type LinkDraft } from '../draft/draft.ts';
import { applyUtm } from '../draft/utm-parameters.ts';
import { placementTitle } from '../draft/placement-title.ts';

/** About as many requests as a service accepts in a minute. */
export const maxPlacements = 30;

const defaultParameter = 'utm_source';

const placementSchema = z.object({
  name: z.string(),
  /** `null` for the one derived from the name. */
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
  /** The id of the job. */
  id: z.string(),
  name: z.string(),
  source: z.string(),
  suffix: z.string(),
  /** Another suffix, typed for the next attempt. */
  typed: z.nullable(z.string()),
  /** Its short URL, which is shown for longer than the job is stored. */
  shortUrl: z.nullable(z.string()),
});
export type SubmittedPlacement = z.infer<typeof submittedPlacementSchema>;

const submissionSchema = z.object({
  /** The shared draft when they were submitted, without the password. */
  base: linkDraftSchema,
  hadPassword: z.boolean(),
  parameter: z.string(),
  asked: z.array(submittedPlacementSchema),
});
export type SubmittedSet = z.infer<typeof submissionSchema>;

export const tableFormats = ['tabs', 'markdown', 'csv'] as const;
export type TableFormat = (typeof tableFormats)[number];

export const placementsDraftSchema = z.object({
  set: placementSetSchema,
  /** The placements submitted last, under the name that earlier versions stored. */
  batch: z.nullable(submissionSchema),
  /** The rows are being edited after they were submitted. */
  editing: z.optional(z.boolean()),
  format: z.literal(tableFormats),
});
export type PlacementsDraft = z.infer<typeof placementsDraftSchema>;

export const emptyPlacement: Placement = { name: '', source: null, suffix: null };
export const emptyPlacements: PlacementsDraft = {
  set: { parameter: defaultParameter, places: [] },
  batch: null,
  format: 'tabs',
};

const maxSlugLength = 50;

/** Lower-case letters and digits of any script, without accents, joined by hyphens. */
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

/** Without an alias only a typed suffix counts: aliases chosen by the service need none. */
export function suffixOf({ name, suffix }: Placement, alias: string): string {
  return suffix?.trim() ?? (alias.trim() === '' ? '' : unicodeSlug(name));
}

/** The typed alias, a hyphen, the suffix; either alone where the other is empty. */
export function joinAlias(alias: string, suffix: string): string {
  return [alias, suffix]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('-');
}

/** An empty row is ignored. */
export function isStarted({ name, source, suffix }: Placement): boolean {
  return [name, source, suffix].some((text) => text !== null && text.trim() !== '');
}

/**
 * The link of one placement. Its source is always written into the URL, regardless of where other parameters go, so that
 * the URLs differ and the lookup of a lost response finds the right link. It replaces a parameter of the same name in
 * the URL and in the form. The service takes no title: that of the link is what Curtail shows and copies.
 */
export function placementLink(
  base: LinkDraft,
  parameter: string,
  { name: placement, source, suffix }: Pick<SubmittedPlacement, 'name' | 'source' | 'suffix'>,
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
    title: placementTitle(base.title, placement),
    alias: joinAlias(base.alias, suffix),
    ...(extras && { extras: { ...extras, parameters: others } }),
  };
}

const maxPastedRows = 200;

/** Lines become placements; cells of a table become name, source and suffix. `null` for a single cell. */
export function parsePasted(text: string): Placement[] | null {
  const lines = text
    .slice(0, 100_000)
    .split(/[\n\r\u2028\u2029]+/u)
    .filter((line) => line.trim() !== '');
  if (lines.length < 2 && !text.trim().includes('\t')) return null;
  return lines.slice(0, maxPastedRows).map((line) => {
    const [name = '', source = '', suffix = ''] = line.split('\t').map((cell) => cell.trim());
    return { name, source: source || null, suffix: suffix || null };
  });
}

/** Begins with `draftPrefix` (lib/draft/stored-draft.ts), so that it is deleted with other drafts. */
export function placementsDraftKey(name: string): string {
  return `draft:places:${name}`;
}

/** The last typed set, for every page. */
export const lastPlacementsKey = placementsDraftKey('last');
