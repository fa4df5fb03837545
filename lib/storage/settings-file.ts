/**
 * Exports and imports the preferences and presets as a file. It never has the key or a link, and of the account the id
 * alone. Preferences are in it as they are stored, so a file of an older version is migrated as storage is.
 */
import * as z from 'zod/mini';
import { parseUrl } from '../api/parse-url.ts';
import { isEqual } from '../draft/is-equal.ts';
import {
  asText,
  parseFile,
  presetsFile,
  presetsFormat,
  readPresetsFile,
  refused,
  type ImportProblem,
} from '../presets/import-export.ts';
import type { Presets } from '../presets/preset.ts';
import { preferencesItem, preferencesSchema, type Preferences } from './preferences.ts';
import { stripAccountIds } from './presets.ts';
import { parseItem } from './stored-item.ts';

const settingsFormat = 'curtail-settings';
/** Raised only when older versions would misread a file: they reject newer ones as a whole. */
const settingsVersion = 1;

/** A file with a problem is rejected as a whole. */
export type SettingsImportProblem =
  | ImportProblem
  | { readonly kind: 'not-settings' }
  | { readonly kind: 'presets-only' }
  | { readonly kind: 'wrong-preferences' };

export interface Settings {
  readonly preferences: Preferences;
  readonly presets: Presets;
}

/** The account whose ids and domains they have. */
export interface SettingsOwner {
  /** The origin of its service; empty for none. */
  readonly service: string;
  /** Its id; empty where it is not known, as in files of earlier versions. */
  readonly account: string;
}

export interface ImportedSettings extends Settings {
  readonly owner: SettingsOwner;
}

type SettingsImportResult =
  | { readonly ok: true; readonly settings: ImportedSettings }
  | { readonly ok: false; readonly problem: SettingsImportProblem };

const headSchema = z.object({ format: z.literal(settingsFormat), version: z.number() });
const fileSchema = z.object({
  service: z.string(),
  account: z.optional(z.string()),
  preferences: z.object({ version: z.number(), data: z.unknown() }),
  presets: z.unknown(),
});
const otherFormatSchema = z.object({ format: z.literal(presetsFormat) });

export function exportSettings({ preferences, presets, owner }: ImportedSettings): string {
  // Through the schema, so that no other data leaves the extension.
  const read = preferencesSchema.safeParse(preferences);
  if (!read.success) throw new TypeError('No preferences');
  return asText({
    format: settingsFormat,
    version: settingsVersion,
    service: owner.service,
    account: owner.account,
    preferences: { version: preferencesItem.version, data: read.data },
    presets: presetsFile(presets),
  });
}

export function importSettings(text: string): SettingsImportResult {
  const parsed = parseFile(text);
  if (!parsed.ok) return parsed.problem.kind === 'too-large' ? parsed : refused({ kind: 'not-settings' });
  if (otherFormatSchema.safeParse(parsed.raw).success) return refused({ kind: 'presets-only' });
  const head = headSchema.safeParse(parsed.raw);
  if (head.success && head.data.version > settingsVersion) return refused({ kind: 'newer' });
  const file = fileSchema.safeParse(parsed.raw);
  if (!file.success || head.data?.version !== settingsVersion) return refused({ kind: 'not-settings' });
  const { service, account = '', ...raw } = file.data;
  const isOrigin = parseUrl(service)?.origin === service;
  if (raw.preferences.version > preferencesItem.version) return refused({ kind: 'newer' });
  const preferences = parseItem(preferencesItem, raw.preferences);
  if (preferences.storedVersion === 'damaged') return refused({ kind: 'wrong-preferences' });
  const presets = readPresetsFile(raw.presets);
  if (!presets.ok) return presets;
  return {
    ok: true,
    settings: {
      owner: isOrigin ? { service, account } : { service: '', account: '' },
      preferences: preferences.value,
      presets: presets.presets,
    },
  };
}

function isOwnedBy(file: SettingsOwner, connected: SettingsOwner): boolean {
  if (file.service === '' || file.service !== connected.service) return false;
  return file.account === '' || connected.account === '' || file.account === connected.account;
}

/**
 * What can be used with the connected account: ids and domains of another one would name other records, or none.
 *
 * @param own the preferences here, and the connected account
 */
export function withoutForeignIds(
  { preferences, presets, owner }: ImportedSettings,
  own: { readonly preferences: Preferences; readonly owner: SettingsOwner },
): Settings {
  if (isOwnedBy(owner, own.owner)) return { preferences, presets };
  const { campaign, channel, pixels, domain } = own.preferences;
  return {
    preferences: { ...preferences, campaign, channel, pixels, domain },
    presets: stripAccountIds(presets),
  };
}

/** @returns whether `withoutForeignIds` leaves anything out */
export function hasForeignIds({ owner, ...settings }: ImportedSettings, connected: SettingsOwner): boolean {
  return !isOwnedBy(owner, connected) && hasIds(settings);
}

function hasIds({ preferences: { campaign, channel, pixels, domain }, presets }: Settings): boolean {
  const isChosen = campaign !== null || channel !== null || pixels.length > 0 || domain !== '';
  return isChosen || !isEqual(stripAccountIds(presets), presets);
}
