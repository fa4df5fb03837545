/**
 * The tables of the local service. Times of clicks and creation are epoch milliseconds; `date` and `expiry` are
 * the zoneless texts of the contract (API §2). Lists and maps of the contract are stored as JSON text.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE IF NOT EXISTS account (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  email TEXT NOT NULL,
  username TEXT NOT NULL,
  password TEXT NOT NULL,
  status TEXT NOT NULL,
  expires TEXT NOT NULL,
  registered TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS domain (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  domain TEXT NOT NULL UNIQUE,
  redirectroot TEXT NOT NULL DEFAULT '',
  redirect404 TEXT NOT NULL DEFAULT '',
  own INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE IF NOT EXISTS overlay (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  message TEXT NOT NULL,
  label TEXT NOT NULL,
  link TEXT NOT NULL,
  date TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS splash (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  heading TEXT NOT NULL,
  message TEXT NOT NULL,
  date TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS campaign (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  slug TEXT UNIQUE,
  public INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS channel (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  color TEXT NOT NULL,
  starred INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS channel_item (
  channel INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK (type IN ('links', 'bio', 'qr')),
  item INTEGER NOT NULL,
  PRIMARY KEY (channel, type, item)
) STRICT;

-- Bio pages and QR codes: the contract has no endpoints for them, yet channels hold them (API §2).
CREATE TABLE IF NOT EXISTS other_item (
  type TEXT NOT NULL CHECK (type IN ('bio', 'qr')),
  id INTEGER NOT NULL,
  title TEXT NOT NULL,
  slug TEXT NOT NULL,
  date TEXT NOT NULL,
  PRIMARY KEY (type, id)
) STRICT;

CREATE TABLE IF NOT EXISTS pixel (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  tag TEXT NOT NULL,
  date TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS link (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  alias TEXT NOT NULL UNIQUE,
  domain INTEGER REFERENCES domain (id) ON DELETE SET NULL,
  longurl TEXT NOT NULL,
  title TEXT NOT NULL,
  date TEXT NOT NULL,
  created INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('direct', 'frame', 'splash', 'overlay')),
  splash INTEGER REFERENCES splash (id) ON DELETE SET NULL,
  overlay INTEGER REFERENCES overlay (id) ON DELETE SET NULL,
  password TEXT,
  expiry TEXT,
  geotarget TEXT NOT NULL,
  devicetarget TEXT NOT NULL,
  languagetarget TEXT NOT NULL,
  metatitle TEXT,
  metadescription TEXT,
  metaimage TEXT,
  description TEXT NOT NULL,
  pixels TEXT NOT NULL,
  campaign INTEGER REFERENCES campaign (id) ON DELETE SET NULL,
  deeplink TEXT,
  status TEXT NOT NULL CHECK (status IN ('public', 'private')),
  parameters TEXT NOT NULL,
  raw TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS click (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  link INTEGER NOT NULL REFERENCES link (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  visitor TEXT NOT NULL,
  country TEXT NOT NULL,
  referrer TEXT NOT NULL,
  browser TEXT NOT NULL,
  os TEXT NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS click_link ON click (link);
`;
