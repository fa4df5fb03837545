import type { Plugin } from 'vite';

type Cut = readonly [found: RegExp, put: string | ((found: string) => string)];

/**
 * What of the schema library is never called here, and what no bundler can tell so: methods of objects, and branches on
 * what comes in. Nothing waits, nothing is written backwards, nobody reads why a value does not fit.
 */
const cuts: Readonly<Record<string, readonly Cut[]>> = {
  'core/core.js': [
    [/params\?\.Parent/g, 'undefined'],
    // Nobody makes a class of a schema, or adds to one.
    [
      /const own = Object\.getPrototypeOf\(inst\);[\s\S]*?const target = up \?\? own;/g,
      'const target = Object.getPrototypeOf(inst);',
    ],
    [/const proto = _\.prototype;\n\s*for \(const k in proto\) \{[\s\S]*?\n {8}\}\n/g, ''],
    [/\n\s*Object\.defineProperty\((?:Definition|_), "name"[^\n]*/g, ''],
    [/\n\s*const pp = [^\n]*\n\s*if \(pp\)\n[^\n]*/g, ''],
  ],
  'core/util.js': [
    // Methods are called as such (test/architecture.test.ts).
    [/defineBound\(proto, key, desc\.value\)/g, 'proto[key] = desc.value'],
    // No schema holds itself.
    [
      /(?<=\n)\s*\/\/ Shadowed before computing so[\s\S]*?throw err;\n\s*\}\n/g,
      'const value = compute(this);\nObject.defineProperty(this, key, { configurable: true, writable: true, value });\nreturn value;\n',
    ],
    [/(?<=export function normalizeParams\(_params\) \{\n)[\s\S]*?(?=\n\}\n)/g, 'return { ..._params };'],
    [/(?<=export const captureStackTrace = )[\s\S]*?;\n/g, 'undefined;\n'],
  ],
  'core/parse.js': [
    [/errors\.\$ZodRealError/g, 'undefined'],
    [/result instanceof Promise/g, 'false'],
    [/const e = new \(_params[^\n]*\n[^\n]*captureStackTrace[^\n]*\n\s*throw e;/g, 'throw new Error();'],
    [/(?<=function failure\(Err, issues, ctx\) \{\n)[\s\S]*?(?=\n\}\n)/g, 'return { success: false };'],
  ],
  'core/schemas.js': [
    [/\b\w+ instanceof Promise\b/g, 'false'],
    [/\bctx\??\.direction === "backward"/g, 'false'],
    [/\bctx\??\.direction !== "backward"/g, 'true'],
    [/\bif \((asyncResult|payload\.memo|ctx\.async)\b/g, 'if (false'],
    [/\bproms\.length\b/g, 'false'],
    // Lengths are checked by refinements (test/architecture.test.ts).
    [/\n {4}capSize\([^\n]*/g, ''],
    [/\bcore\.globalConfig\.memoizer\b/g, 'undefined'],
    [/\bctx\?\.abortEarly\b/g, 'false'],
    [/\bdef\.(?:coerce|catchall)\b/g, 'undefined'],
    // A check that asks to be asked first is one of lengths.
    [/if \(ch\._zod\.def\.when\) \{[\s\S]*?\n\s*else if \(isAborted\)/g, 'if (isAborted)'],
    [
      /const ownSymbols = [^\n]*\n\s*const symbolKeys = [^\n]*([\s\S]*?)const allKeys = [^\n]*/g,
      '$1const allKeys = keys;',
    ],
    [/\n\s*symbolKeys,/g, ''],
    [/const received = typeof input === "number"[\s\S]*?;\n/g, ''],
    [/\n\s*\.\.\.\(received [^\n]*/g, ''],
    [
      /const _iss = \{\n\s*code: "custom",[\s\S]*?util\.issue\(_iss\)\);/g,
      'payload.issues.push({ continue: !inst._zod.def.abort });',
    ],
    // A shape is a plain object.
    [
      /const desc = Object\.getOwnPropertyDescriptor\(def, "shape"\);[\s\S]*?(?=\n {4}const _normalized)/g,
      '',
    ],
    // That there is one is all that counts, and whether the checks go on after it.
    [
      /(?<=\.issues\.push\()\{\n[^{}]*\}(?=\))/g,
      (issue) => (/\b(?:continue|unrecognized_keys)\b/.test(issue) ? issue : '{}'),
    ],
    [/util\.prefixIssues\([\w.]+, ([\w.]+)\)/g, '$1'],
    [/\n\s*util\.attachSchema\([^\n]*/g, ''],
    [/\n {4}for \(const k of allKeys\) \{\n[\s\S]*?\n {4}\}/g, ''],
    [/\n\s*(?:const okeys =|numKeys:|optionalKeys:)[^\n]*/g, ''],
    [/\n {4}get "~standard"\(\) \{\n[\s\S]*?\n {4}set "~standard"\(value\) \{\n[\s\S]*?\n {4}\},/g, ''],
    [/\n {4}inst\._zod\.(?:version|pattern) = (?:version|def\.pattern \?\? regexes|regexes)\b[^\n]*/g, ''],
    [
      /\n {4}util\.defineLazyInternal\(inst, "(?:pattern|propValues|values)", \(zod\) => (?:\{\n[\s\S]*?\n {4}\}\);|[^\n{]*\);)/g,
      '',
    ],
  ],
  'mini/schemas.js': [
    [/util\.installLazyProp\(inst, "shape"[^\n]*/g, 'inst.shape = def.shape;'],
    [/\n {4}get with\(\) \{\n[\s\S]*?\n {4}set with\(value\) \{\n[\s\S]*?\n {4}\},/g, ''],
    [/\n {4}(?:parse|parseAsync|safeParseAsync|brand|register|apply)\([^\n]*\n(?: {8}[^\n]*\n)+ {4}\},/g, ''],
  ],
};

/** @throws when the library no longer reads as it did */
export function lean(file: string, code: string): string {
  let left = code;
  for (const [found, put] of cuts[file] ?? []) {
    const without = typeof put === 'string' ? left.replace(found, put) : left.replace(found, put);
    if (without === left)
      throw new Error(`${file} of zod has changed: see test/tools/lean-schemas.ts, ${found.source}`);
    left = without;
  }
  return left;
}

const place = /\/zod\/v4\/((?:core|mini)\/\w+\.js)(?:\?|$)/;

/** Whoever starts anew all the time reads the library anew each time: these are some thirty kilobytes of it. */
export function leanSchemas(): Plugin {
  return {
    name: 'curtail:lean-schemas',
    apply: 'build',
    transform(code, id) {
      const file = place.exec(id)?.[1];
      return file === undefined || cuts[file] === undefined ? null : { code: lean(file, code), map: null };
    },
  };
}
