// The floors of the house (docs: design/house): who may import whom, by the import lines and by what the build made.
import { describe, expect, it } from 'vitest';
import { readBuilt } from './run/built.ts';
import { isThere, readImports, readSources, withoutComments, type ImportLine } from './run/imports.ts';

/** Packages by what they stand for; any other package is strange to the shipped code. */
const packages: readonly (readonly [pattern: RegExp, thing: string])[] = [
  [/^zod(?:\/|$)/, 'zod'],
  [/^preact(?:\/|$)/, 'preact'],
  [/^@preact\/signals/, 'signals'],
  [/^(?:wxt\/browser|wxt\/utils\/storage|webextension-polyfill)/, 'the extension API'],
  [/^wxt\/utils\/define-/, 'wxt'],
  [/^uqr$/, 'uqr'],
  [/^idb$/, 'idb'],
  [/^papaparse$/, 'papaparse'],
];

// What a room may import besides itself: a thing above, a room, a part of it, or one file of it;
// with `type` in front, only its types.
const page = [
  'preact',
  'signals',
  'components',
  'lib/messages/ask.ts',
  'lib/messages/intent-key.ts',
  'lib/messages/pause.ts',
  'lib/messages/take-up.ts',
  'type lib/messages',
  'lib/service/address.ts',
  'lib/service/jitless.ts',
  'lib/service/pixel-types.ts',
  'lib/forms',
  'lib/shortening',
  'lib/text',
  'lib/browser',
  'lib/settings',
  'lib/mirror/search.ts',
  'lib/mirror/look.ts',
  'type lib',
];
// What an account holds, for the pages that show it.
const account = [
  'zod',
  'lib/service',
  'lib/mirror',
  'lib/bulk',
  'lib/messages/ask-manage.ts',
  'lib/messages/read-through.ts',
  'lib/messages/save-account.ts',
];

const floors: Readonly<Record<string, readonly string[]>> = {
  'lib/service': ['zod'],
  'lib/pacing': [
    'zod',
    'lib/service/failure.ts',
    'lib/service/rate-limit.ts',
    'lib/service/whole.ts',
    'type lib/service',
  ],
  'lib/shortening': ['zod', 'lib/service'],
  'lib/outbox': ['zod', 'lib/service', 'lib/shortening', 'type lib/pacing'],
  'lib/mirror': [
    'zod',
    'idb',
    'lib/service',
    'lib/shortening',
    'type lib/pacing',
    'type lib/outbox',
    'type lib/messages',
    'type lib/settings',
  ],
  // The keeper's seat, and what it is told.
  'lib/keeper': [
    'zod',
    'lib/bulk',
    'lib/mirror',
    'lib/messages/reader.ts',
    'lib/outbox/job.ts',
    'lib/outbox/made.ts',
    'type lib',
  ],
  'lib/bulk': [
    'zod',
    'papaparse',
    'idb',
    'lib/service',
    'lib/shortening',
    'lib/mirror',
    // How a job ends well: what a row keeps of it.
    'lib/outbox/made.ts',
    'lib/forms/link-problems.ts',
    'type lib',
  ],
  'lib/settings': ['zod', 'lib/service', 'lib/shortening', 'type lib/pacing'],
  'lib/forms': ['signals', 'lib/service/invisible.ts', 'lib/shortening', 'type lib'],
  'lib/browser': ['the extension API', 'lib/service/invisible.ts', 'type lib'],
  'lib/text': ['type lib', 'type public'],
  'lib/messages': [
    'zod',
    'the extension API',
    'lib/browser/native.ts',
    // A page's own intent, which goes again when it could not become a job.
    'lib/browser/stored.ts',
    'lib/service',
    'lib/shortening',
    'lib/outbox',
    'lib/mirror',
    'lib/settings',
  ],
  components: ['preact', 'uqr', 'lib/text', 'type lib'],
  'entrypoints/popup': page,
  // The popup's form as a page.
  'entrypoints/link': [...page, 'entrypoints/popup'],
  'entrypoints/options': page,
  'entrypoints/manage': [...page, ...account],
  'entrypoints/background': ['zod', 'the extension API', 'wxt', 'lib', 'type public'],
  // The keeper of the mirror lives there, in Firefox in the background.
  'entrypoints/offscreen': [
    'lib/browser',
    'lib/keeper',
    'lib/messages',
    'lib/service/jitless.ts',
    'type lib',
  ],
};

/** Doors that only some rooms may use, whatever else they may import. */
const doors: Readonly<Record<string, readonly string[]>> = {
  'lib/service/client.ts': ['lib/service', 'entrypoints/background'],
  'lib/pacing/lane.ts': ['lib/pacing', 'entrypoints/background'],
  'lib/outbox/outbox.ts': ['lib/outbox', 'entrypoints/background'],
  'lib/mirror/keeper.ts': ['lib/mirror', 'lib/keeper'],
  'lib/bulk/runner.ts': ['lib/bulk', 'lib/keeper'],
  'lib/keeper/seat.ts': ['entrypoints/background', 'entrypoints/offscreen'],
};

/** Rooms that may name the extension API as a global. */
const namesTheApi = ['lib/browser', 'lib/messages', 'entrypoints/background'];

const sources = readSources('lib', 'components', 'entrypoints');

function roomOf(file: string): string {
  const [top = '', second = ''] = file.split('/');
  return top === 'lib' || top === 'entrypoints' ? `${top}/${second.replace(/\.tsx?$/, '')}` : top;
}

const thingOf = ({ specifier, file }: ImportLine): string =>
  file ?? packages.find(([pattern]) => pattern.test(specifier))?.[1] ?? `package ${specifier}`;

const within = (thing: string, allowed: string): boolean =>
  thing === allowed || thing.startsWith(`${allowed}/`);

function mayImport(room: string, line: ImportLine): boolean {
  const thing = thingOf(line);
  if (!line.typeOnly && doors[thing] && !doors[thing].includes(room)) return false;
  if (within(thing, room)) return true;
  return (floors[room] ?? []).some((entry) => {
    const typesOnly = entry.startsWith('type ');
    return (!typesOnly || line.typeOnly) && within(thing, typesOnly ? entry.slice(5) : entry);
  });
}

/** The first way round from each file to itself. */
function cycles(): string[] {
  const next = new Map(sources.map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) {
      found.push([...trail.slice(at), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const imported of next.get(file) ?? []) visit(imported, [...trail, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

describe('the test itself', () => {
  it('reads every form of import', () => {
    const code = withoutComments(`
      import a from './a.ts'; // import x from './x.ts'
      import type { B,
        C } from '../b.ts';
      export * from "zod/mini"; /* import y from './y.ts' */
      import './style.css';
      const address = 'https://example.org'; const later = () => import('./later.ts');`);
    expect(
      readImports('lib/here/file.ts', code).map(({ file, specifier, typeOnly }) => [
        file ?? specifier,
        typeOnly,
      ]),
    ).toEqual([
      ['lib/here/a.ts', false],
      ['lib/b.ts', true],
      ['zod/mini', false],
      ['lib/here/style.css', false],
      ['lib/here/later.ts', false],
    ]);
  });

  it('tells what is allowed from what is not', () => {
    const line = (file: string, typeOnly = false): ImportLine => ({ specifier: file, file, typeOnly });
    expect(mayImport('entrypoints/popup', line('lib/outbox/job.ts', true))).toBe(true);
    expect(mayImport('entrypoints/popup', line('lib/outbox/job.ts'))).toBe(false);
    expect(mayImport('lib/messages', line('lib/service/failure.ts'))).toBe(true);
    expect(mayImport('lib/messages', line('lib/service/client.ts'))).toBe(false);
    expect(mayImport('lib/service', { specifier: 'preact', file: undefined, typeOnly: false })).toBe(false);
  });
});

describe('the floors', () => {
  it('has a row for every room', () => {
    expect(
      [...new Set(sources.map((source) => roomOf(source.path)))].filter((room) => !floors[room]),
    ).toEqual([]);
  });

  it('imports only what each room may', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter((line) => !mayImport(roomOf(path), line))
        .map((line) => `${path} must not import ${line.typeOnly ? 'types of ' : ''}${line.specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('names the extension API only where it belongs', () => {
    const wrong = sources
      .filter(
        ({ path, code }) =>
          !namesTheApi.includes(roomOf(path)) && /(?<![\w.'"-])(?:chrome|browser)\.\w/.test(code),
      )
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it('lets the service in test/service know nothing of the client', () => {
    const wrong = readSources('test/service').flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && /^(?:lib|components|entrypoints)\//.test(file))
        .map(() => path),
    );
    expect(wrong).toEqual([]);
  });

  it('imports every file with its ending, and only files that are there', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && !(/\.\w+$/.test(file) && isThere(file)))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('checks with few of the schema library’s words, as each brings its code into every start of the background', () => {
    const instead: readonly (readonly [pattern: RegExp, words: string])[] = [
      [/\bz\.(?:enum|null|undefined)\(/, 'z.literal takes null, and a list'],
      [/\bz\.(?:int|gte?|lte?|minimum|maximum|positive)\(/, 'whole(), or z.refine'],
      // Not in the built files at all: see leanSchemas() in wxt.config.ts.
      [/(?<!\b(?:JSON|Date))\.(?:parse|parseAsync|safeParseAsync|brand|register|apply)\(/, 'safeParse'],
      [/\.(?:safeParse|clone)\b(?=[,;)])/, 'the build calls them as methods alone'],
      [/\bz\.lazy\(/, 'the build has no schema that holds itself'],
      [/\bz\.(?:looseObject|strictObject|catchall|coerce)\b/, 'the build leaves them out: z.custom'],
      [/\bz\.(?:regex|minLength|maxLength|length|uuid|url|iso|startsWith|includes)\b/, 'z.refine'],
    ];
    const wrong = sources.flatMap(({ path, code }) =>
      instead.filter(([pattern]) => pattern.test(code)).map(([, words]) => `${path}: ${words}`),
    );
    expect(wrong).toEqual([]);
  });

  it('goes round in no circle', () => {
    expect(cycles()).toEqual([]);
  });

  it('calls fetch in one file at most', () => {
    const callers = sources.filter(
      ({ code }) =>
        /(?<![\w.])(?:(?:globalThis|self|window)\.)?fetch\(/.test(code) &&
        // A `fetch` that was handed in is not the browser's.
        !/(?:const|let)\s*\{[^}]*\bfetch\b[^}]*\}\s*=/.test(code),
    );
    expect(callers.map(({ path }) => path).slice(1)).toEqual([]);
  });
});

const built = readBuilt('chrome-mv3');

describe.skipIf(!built)('the rooms in the built files', () => {
  if (!built) return;
  const pages = ['popup.html', 'link.html', 'options.html', 'manage.html'].filter((file) =>
    isThere(`.output/chrome-mv3/${file}`),
  );
  const modulesOf = (file: string, dynamic: boolean): string[] =>
    built.reach(built.page(file).scripts, { dynamic }).flatMap(({ modules }) => modules);

  it.each(pages)('%s pulls in nothing of the way to the service', (file) => {
    // What is asked for travels in messages, so its schemas (job.ts, made.ts) are on both ends; the outbox is not.
    const forbidden =
      /^(?:lib\/service\/client\.ts|lib\/pacing\/|lib\/outbox\/(?!(?:job|made)\.ts)|entrypoints\/background\/)/;
    expect(modulesOf(file, true).filter((module) => forbidden.test(module))).toEqual([]);
  });

  it('starts Chromium’s background without the keeper', () => {
    const modules = built.reach(['background.js'], { dynamic: true }).flatMap((chunk) => chunk.modules);
    expect(
      modules.filter((module) =>
        /^lib\/(?:keeper|bulk|mirror\/(?!forget|look))|node_modules\/idb/.test(module),
      ),
    ).toEqual([]);
  });

  it('paints the popup without schemas and without the polyfill', () => {
    const heavy = /(?:^|\/)node_modules\/(?:zod|webextension-polyfill)\//;
    expect(modulesOf('popup.html', false).filter((module) => heavy.test(module))).toEqual([]);
  });
});
