/** Removes tracking and other needless parts of a URL in steps that are shown and switched individually. */
import { withoutRootDot } from './hosts.ts';
import {
  looksLikeToken,
  splitUrl,
  parseHttpUrl,
  joinUrl,
  removeParams,
  type QueryParam,
  type RemovalResult,
} from './split-url.ts';
import { toSwitches, cleanSteps, type CleanStepName, type CleanSwitches } from './clean-url-steps.ts';
import { campaign, sites, tracking } from './tracking-rules.ts';

export interface CleanStep {
  readonly step: CleanStepName;
  readonly before: string;
  readonly after: string;
  /** The removed parts, verbatim; none when the URL was replaced. */
  readonly removed: readonly string[];
}

interface CleanResult {
  readonly address: string;
  /** Only those that changed the URL. */
  readonly steps: readonly CleanStep[];
}

export interface PageInfo {
  readonly canonical?: string;
}

const siteRules = sites
  .trim()
  .split('\n')
  .map((rule) => rule.split(' | ').map((part) => part.split(' ')));
const trackingNames = new Set(tracking.split(' '));
const campaignNames = new Set(campaign.split(' '));

/** A signed query is valid only as a whole: storage services sign every parameter. */
const signatures = /^(?:x-amz-signature|x-goog-signature|signature|sig|hmac)$/iu;

function withoutUnlessSigned(address: string, goes: (part: QueryParam) => boolean): RemovalResult {
  let signed = false;
  const result = removeParams(address, (part) => {
    signed ||= signatures.test(part.name);
    return goes(part);
  });
  return signed ? { address, removed: [] } : result;
}

const isCampaign = ({ name }: QueryParam): boolean =>
  /^utm_/iu.test(name) || campaignNames.has(name.toLowerCase());

/** Web views of an email and unsubscribe pages need these to identify the recipient. */
const ofMails = new Set(['ck_subscriber_id', 'h_sid', 'h_slt', 'mkt_tok']);
const mailPage = /unsubscribe|emailwebview|\/email\//iu;

function withoutTracking(address: string): RemovalResult {
  const isMail = mailPage.test(splitUrl(address).base);
  return withoutUnlessSigned(address, (part) => {
    const name = part.name.toLowerCase();
    return trackingNames.has(name) && !isCampaign(part) && !(isMail && ofMails.has(name));
  });
}

function meets(pattern: string, host: string): boolean {
  const below = pattern.startsWith('.');
  const name = below ? pattern.slice(1) : pattern;
  if (pattern === '*') return true;
  if (!name.endsWith('.*')) return host === name || (below && host.endsWith(`.${name}`));
  // `amazon.*`: one ending, or one of a country's (`co.uk`).
  const [, front, back] = /^(.*?)(\.[a-z]{2,}|\.com?\.[a-z]{2})$/u.exec(host) ?? [];
  const stem = name.slice(0, -2);
  return back !== undefined && (front === stem || (below && front?.endsWith(`.${stem}`) === true));
}

/** The only path parameter in both rule sets: a trailing `/ref=…`. */
function withoutRef(base: string): string {
  let end = base.length;
  for (let at = base.lastIndexOf('/'); base.startsWith('/ref=', at); at = base.lastIndexOf('/', at - 1))
    end = at;
  return base.slice(0, end);
}

function withoutSites(address: string): RemovalResult {
  const host = withoutRootDot(parseHttpUrl(address)?.hostname ?? '').replace(/^www\./u, '');
  const rules = siteRules.filter(([hosts]) => hosts?.some((pattern) => meets(pattern, host)));
  if (rules.length === 0) return { address, removed: [] };
  const names = new Set(rules.flatMap(([, removed = []]) => removed));
  const onTheWay = new Set(rules.flatMap(([, , redirecting = []]) => redirecting));
  let leads = false;
  const result = withoutUnlessSigned(address, ({ name }) => {
    leads ||= onTheWay.has(name.toLowerCase());
    return names.has(name.toLowerCase());
  });
  if (leads) return { address, removed: [] };
  const pieces = splitUrl(result.address);
  const base = meets('.amazon.*', host) ? withoutRef(pieces.base) : pieces.base;
  if (base === pieces.base) return result;
  return {
    // A bare host gets its slash back.
    address: joinUrl({ ...pieces, base: /^https?:\/\/[^/]*$/iu.test(base) ? `${base}/` : base }),
    removed: [pieces.base.slice(base.length), ...result.removed],
  };
}

/** Session parameters of common servers, with any value. */
const sessionNames =
  /^(?:jsessionid|phpsessid|aspsessionid[a-z]*|asp\.net_sessionid|cfid|cftoken|zenid|oscsid|xtcsid)$/iu;
/** Ambiguous names: only a random value makes them a session. */
const maybeSession = /^(?:sid|sess|session|sess_?id|session_?id)$/iu;
/** `;jsessionid=…` of Java, then `/(S(…))/` of ASP.NET without cookies, which may precede it. */
const sessionsInPath = [
  /;(?:jsessionid|phpsessid)=[^/;]*/giu,
  /\/\([AFSX]\([\w-]{20,}\)(?:[AFS]\([\w-]{20,}\))*\)(?=\/)/giu,
];

function withoutSession(address: string): RemovalResult {
  const { address: left, removed } = withoutUnlessSigned(
    address,
    ({ name, value }) => sessionNames.test(name) || (maybeSession.test(name) && looksLikeToken(value)),
  );
  const pieces = splitUrl(left);
  let { base } = pieces;
  const found: string[] = [];
  for (const session of sessionsInPath) {
    found.push(...(base.match(session) ?? []));
    base = base.replaceAll(session, '');
  }
  return { address: joinUrl({ ...pieces, base }), removed: [...found, ...removed] };
}

/** Subdomains for variants of the same site. */
const forms: readonly string[] = ['www', 'm', 'mobile', 'amp'];

/**
 * The host without such labels, and always with its last two. Stricter than a registrable domain, so that
 * `alice.example.com` and `bob.example.com` are two sites.
 */
function siteOf({ hostname, port }: URL): string {
  const labels = withoutRootDot(hostname).split('.');
  return `${labels.filter((label, at) => at >= labels.length - 2 || !forms.includes(label)).join('.')}:${port}`;
}

const isHome = ({ pathname, search }: URL): boolean => /^\/*$/u.test(pathname) && search === '';

/** The page's canonical URL, if it is plausible; without a fragment. */
export function plausibleCanonical(canonical: string | undefined, address: string): string | null {
  const own = canonical === undefined ? null : parseHttpUrl(canonical.trim());
  const url = parseHttpUrl(address);
  if (own === null || url === null) return null;
  if (own.username !== '' || own.password !== '') return null;
  if (url.protocol === 'https:' && own.protocol === 'http:') return null;
  if (siteOf(own) !== siteOf(url)) return null;
  // Some sites declare their home page as the canonical URL of every page.
  if (isHome(own) && !isHome(url)) return null;
  return splitUrl(own.href).query === ''
    ? own.href.replace(/\?(?:#.*)?$/su, '')
    : own.href.replace(/#.*$/su, '');
}

/** A fragment that is more than an anchor: a text fragment, a route or the state of an application. */
const matters = (fragment: string): boolean => /[/!=]|:~:/u.test(fragment);

function withoutHash(address: string): RemovalResult {
  const pieces = splitUrl(address);
  if (pieces.fragment === null || matters(pieces.fragment)) return { address, removed: [] };
  return { address: joinUrl({ ...pieces, fragment: null }), removed: [`#${pieces.fragment}`] };
}

function withoutWww(address: string): RemovalResult {
  const found = /^(https?:\/\/)((?:www\.)+)(?=[^./?#@:\\]+\.[^./?#@:\\])/iu.exec(address);
  if (found === null) return { address, removed: [] };
  const [whole, scheme = '', www = ''] = found;
  const after = scheme + address.slice(whole.length);
  const same = parseHttpUrl(after)?.hostname === parseHttpUrl(address)?.hostname.slice(www.length);
  return same ? { address: after, removed: [www] } : { address, removed: [] };
}

/** Edits of the text must not change the host that the browser's own parser finds. */
function mayBecome(step: CleanStepName, before: string, after: string): boolean {
  const url = parseHttpUrl(after);
  return url !== null && (step === 'canonical' || step === 'www' || url.host === parseHttpUrl(before)?.host);
}

export function cleanUrl(address: string, page: PageInfo, switches: CleanSwitches): CleanResult {
  if (parseHttpUrl(address) === null) return { address, steps: [] };

  const parameters = [
    ['tracking', withoutTracking],
    ['session', withoutSession],
    ['campaign', (text: string) => withoutUnlessSigned(text, isCampaign)],
    ['site', withoutSites],
  ] as const;
  const takes = (text: string): RemovalResult => {
    let left = text;
    for (const [step, take] of parameters) if (switches.has(step)) left = take(left).address;
    return { address: left, removed: [] };
  };
  // The canonical URL is cleaned as well. The fragment is taken from the given one.
  const toCanonical = (text: string): RemovalResult => {
    const own = plausibleCanonical(page.canonical, text);
    const { fragment } = splitUrl(text);
    const after = own === null ? text : takes(joinUrl({ ...splitUrl(own), fragment })).address;
    // The same URL in another spelling is no change; `www` has its own step.
    const written = (one: string) =>
      parseHttpUrl(switches.has('www') ? withoutWww(one).address : one)?.href.replace(/\?(?=#|$)/u, '');
    return { address: written(after) === written(text) ? text : after, removed: [] };
  };
  const all = [
    ...parameters,
    ['canonical', toCanonical],
    ['hash', withoutHash],
    ['www', withoutWww],
  ] as const;

  const steps: CleanStep[] = [];
  let left = address;
  for (const [step, take] of all) {
    if (!switches.has(step)) continue;
    const { address: after, removed } = take(left);
    if (after === left || !mayBecome(step, left, after)) continue;
    steps.push({ step, before: left, after, removed });
    left = after;
  }
  return { address: left, steps };
}

const allButCanonical = toSwitches(cleanSteps.filter((step) => step !== 'canonical'));

/** True when a clean-up makes both URLs equal: then the metadata of one is valid for the other. */
export function isEqualWhenCleaned(one: string, other: string): boolean {
  const [left, right] = [one, other].map((address) => cleanUrl(address, {}, allButCanonical).address);
  return left === right;
}
