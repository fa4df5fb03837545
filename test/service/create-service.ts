/** Creates a service from its options; listening is in another file. */
import { randomBytes } from 'node:crypto';
import { hashPassword } from './account-routes.ts';
import { type Database, openDatabase, text } from './database.ts';
import { type WindowKind, createRateLimiter } from './rate-limit.ts';
import { createRequestLog } from './request-log.ts';
import type { Service } from './service.ts';
import { stamp } from './stamp.ts';

export interface ServiceSettings {
  /** A file for the database; in memory without it. */
  readonly data?: string | undefined;
  /** Without it the key in the data file, or a new one which is stored there. */
  readonly key?: string | undefined;
  /** Requests in a window; 0 or none for no limit. */
  readonly limit?: number | undefined;
  /** Default `fixed`. */
  readonly window?: WindowKind | undefined;
  /** Default 60,000. */
  readonly windowMs?: number | undefined;
  /** Epoch ms; default `Date.now`. Moves limits, timestamps, expiry and caches, and the `Date` header. */
  readonly now?: (() => number) | undefined;
  /** 0 ≤ n < 1; default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** The zone of the server's timestamps; default 0 (UTC). */
  readonly utcOffsetMinutes?: number | undefined;
}

const yearMs = 365 * 86_400_000;

function keyOf(database: Database, given: string | undefined): string {
  const stored = database.one("SELECT value FROM setting WHERE name = 'key'", {}, (row) =>
    text(row, 'value'),
  );
  const key = given ?? stored ?? randomBytes(16).toString('hex');
  database.run("INSERT INTO setting VALUES ('key', :key) ON CONFLICT (name) DO UPDATE SET value = :key", {
    key,
  });
  return key;
}

export function createService(settings: ServiceSettings): Service {
  const { now = Date.now, random = Math.random, utcOffsetMinutes = 0 } = settings;
  const limit = {
    limit: settings.limit ?? 0,
    window: settings.window ?? 'fixed',
    windowMs: settings.windowMs ?? 60_000,
  };
  const database = openDatabase(settings.data ?? ':memory:');
  if (database.count('SELECT count(*) n FROM account') === 0) {
    database.insert('account', {
      id: 1,
      email: 'robin@example.com',
      username: 'robin',
      password: hashPassword('a password for the demo'),
      status: 'pro',
      expires: stamp(now() + yearMs, utcOffsetMinutes),
      registered: stamp(now() - yearMs, utcOffsetMinutes),
    });
  }
  return {
    database,
    log: createRequestLog(),
    now,
    random,
    utcOffsetMinutes,
    address: 'http://127.0.0.1',
    key: keyOf(database, settings.key),
    limiter: createRateLimiter(limit),
    limit,
    visitorCountry: null,
    quirks: new Set(),
  };
}
