/**
 * Writes lib/url/tracking-rules.ts from three published packages, unpacked anywhere, and from the names that
 * browsers remove on every site (browser-lists.ts; docs/decisions/0007):
 * `npm pack tidy-url neat-url @amplitude/analytics-core`, unpack each, then
 * `node test/tools/tracking-rules.ts <tidy-url> <neat-url> <analytics-core>` and `npm run format`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { browserNames } from './browser-lists.ts';

const [tidy = '', neat = '', amplitude = ''] = process.argv.slice(2).map((folder) => path.resolve(folder));

const ruleSchema = z.object({
  name: z.string(),
  match: z.instanceof(RegExp),
  match_href: z.optional(z.boolean()),
  rules: z._default(z.array(z.string()), []),
  allow: z._default(z.array(z.string()), []),
  exclude: z.optional(z.array(z.instanceof(RegExp))),
  redirect: z.optional(z.string()),
  decode: z.optional(z.object({ param: z.optional(z.string()) })),
});
type Rule = z.infer<typeof ruleSchema>;

/** Names of a rule set that a page needs; each was checked. */
const needed: Readonly<Record<string, readonly string[]>> = {
  // `i` picks a song of an album.
  'music.apple.com': ['i'],
  'apple.com': ['i'],
  // `p` is the page of a list.
  'pixiv.net': ['p'],
  // `var` is the size or color that was picked.
  'ebay.com': ['var'],
};

/** Names used everywhere that are too common to be removed on every site: some sites need them. */
const plain: readonly string[] = ['ncid', 'cmpid', 'mbid', 'amp', 'referrer'];

const versionSchema = z.object({ version: z.string(), license: z.literal('MIT') });
async function versionOf(folder: string): Promise<string> {
  return versionSchema.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))).version;
}

/** The rule set's patterns are loose (`/imgur.com/` also meets `notimgur.com`): here a host, `.host` with what is below it. */
function hostsOf({ match }: Rule): string[] {
  const anchored = match.source.startsWith('^');
  const text = match.source
    .replace(/^\^/u, '')
    .replace(String.raw`(?:https?:\/\/)?(?:[^.]+\.)?`, '.')
    .replace(/^(?:\(\?:\.\*\\\.\|?\)\??|\.\*\\?\.)/u, '.')
    .replace(/(?:\\\.\[a-z0-9\]\{0,3\}|\\\.\(\?:\[a-z\]\{2,\}\)\{1,\}|\\\.\.\*)$/u, '.*')
    .replaceAll(String.raw`\.`, '.');
  const group = /\(([^()?]+)\)/u.exec(text);
  const texts =
    group === null ? [text] : (group[1] ?? '').split('|').map((one) => text.replace(group[0], one));
  return texts.map((one) => {
    const host = one.startsWith('www.') ? one.slice(4) : anchored || one.startsWith('.') ? one : `.${one}`;
    if (!/^\.?[a-z\d-]+(?:\.[a-z\d-]+)*(?:\.\*)?$/u.test(host))
      throw new Error(`${match.source} gives ${host}`);
    return host;
  });
}

const rules = z
  .array(ruleSchema)
  .parse(createRequire(import.meta.url)(path.join(tidy, 'data/rules.js')))
  .filter((rule) => rule.rules.length > 0);

// neat-url has its names as code: one call a name, those of a site behind its `case`.
const [code = '', ...cases] = (await readFile(path.join(neat, 'src/index.js'), 'utf8')).split(/case '/u);
const namesIn = (text: string): string[] =>
  [...text.matchAll(/searchParams\.delete\("([^"]+)"\)/gu)].map(([, name = '']) => name);
const ofFragments = [...cases.join('').matchAll(/delete hashQuery\.(\w+)/gu)].map(([, name = '']) => name);

const { BASE_CAMPAIGN } = z
  .object({ BASE_CAMPAIGN: z.record(z.string(), z.unknown()) })
  .parse(await import(pathToFileURL(path.join(amplitude, 'lib/esm/types/constants.js')).href));
const clicks = Object.keys(BASE_CAMPAIGN).filter((name) => !name.startsWith('referr'));

const everywhere = [
  ...rules.filter(({ name }) => name === 'Global').flatMap((rule) => rule.rules),
  ...namesIn(code),
  ...ofFragments,
  ...clicks,
  ...browserNames,
].filter((name) => !plain.includes(name));

/** Parameters for the recipient of a mail, in a family that otherwise names a campaign. */
const personal: readonly string[] = ['at_recipient_id', 'at_recipient_list'];

// A family that names a campaign (`utm_campaign`, `hsa_cam`) is a site's own campaign parameters, all of it;
// Webtrends' counts as one.
const families = everywhere.flatMap((name) => /^(\w+_)(?:cam|campaign)$/u.exec(name)?.[1] ?? []);
const campaign = everywhere.filter(
  (name) =>
    !personal.includes(name) &&
    (/^(?:wt[._]|utm_)/iu.test(name) || families.some((family) => name.startsWith(family))),
);
const tracking = everywhere.filter((name) => !campaign.includes(name));

const sites = [
  ['*', list(plain), ''],
  ...rules
    .filter(({ name, match_href: byAddress }) => name !== 'Global' && byAddress !== true)
    // Its only exception is a host of its own, which the host alone can't distinguish.
    .filter(({ name }) => name !== 'cnn.com')
    .map((rule) => {
      const excluded = [...rule.allow, ...(needed[rule.name] ?? [])];
      const names = rule.rules
        .map((name) => name.trim())
        .filter((name) => /^[\w$.-]+$/u.test(name) && !excluded.includes(name));
      const onTheWay = rule.redirect ?? rule.decode?.param ?? '';
      return [hostsOf(rule).join(' '), list(names), onTheWay.toLowerCase()];
    }),
  ...cases.map((text) => {
    const site = text.slice(0, text.indexOf("'"));
    // A single letter is a site only under `.com`.
    return [site.length === 1 ? `.${site}.com` : `.${site}.*`, list(namesIn(text)), ''];
  }),
];

function list(names: readonly string[]): string {
  return [...new Set(names.map((name) => name.toLowerCase()))].sort().join(' ');
}

await writeFile(
  new URL('../../lib/url/tracking-rules.ts', import.meta.url),
  `/**
 * Made by test/tools/tracking-rules.ts; don't edit (docs/decisions/0007). From packages under the MIT license:
 * tidy-url ${await versionOf(tidy)}, Copyright (c) 2021 DrKain;
 * neat-url ${await versionOf(neat)}, Copyright (c) 2019 (GitLab: Cyprias); and
 * @amplitude/analytics-core ${await versionOf(amplitude)}, Copyright (c) 2022 Amplitude Analytics.
 * With the names that Brave and Firefox publish for every site (test/tools/browser-lists.ts).
 * Names are in lower case.
 */

/** Identifiers of a single click or email, the same on every site. */
export const tracking =
  '${list(tracking)}';

/** Campaign parameters of a site's own analytics, on every site. */
export const campaign =
  '${list(campaign)}';

/**
 * What single sites add to their own addresses, a rule a line: hosts (\`.host\` with everything below it, \`host.*\` with
 * any ending, \`*\` for names too common to be removed on every site), names, and the parameter that marks an address
 * that redirects to another, which needs all of them.
 */
export const sites = \`
${sites.map((rule) => rule.join(' | ').replace(/ \| $/u, '')).join('\n')}
\`;
`,
);
