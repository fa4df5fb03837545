/** Bulks and rows as earlier versions have stored them. */
import { isObject } from '../../api/is-object.ts';
import { renameKeys } from '../../storage/migrations.ts';
import { bulkVersion } from '../bulk-job.ts';

/** Version 1 had other names for some properties. */
export function migrateBulk(raw: unknown): unknown {
  if (!isObject(raw) || raw['version'] !== 1) return raw;
  const bulk = renameKeys(raw, { wish: 'desiredState', untold: 'unacknowledged', into: 'rotatorCampaign' });
  return { ...bulk, version: bulkVersion };
}

/** Rows have no version: those of a bulk of version 1 have `made`. */
export function migrateRow(raw: unknown): unknown {
  if (!isObject(raw) || !Object.hasOwn(raw, 'made')) return raw;
  const row = renameKeys(raw, { made: 'result', reason: 'errorText' });
  const { lost } = row;
  return isObject(lost) ? { ...row, lost: renameKeys(lost, { mark: 'noteTag' }) } : row;
}
