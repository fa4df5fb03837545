/** An address without what a short link need not carry for good, each step shown and switched by itself. */
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
  /** What was taken out, as it stood there; none where the address was replaced. */
  readonly removed: readonly string[];
}

export interface CleanResult {
  readonly address: string;
  /** Only those that changed something. */
  readonly steps: readonly CleanStep[];
}

/** What the page says of itself. */
export interface PageInfo {
  readonly canonical?: string;
}

const trackingNames = new Set(tracking.split(' '));
const campaignNames = new Set(campaign.split(' '));

/** A query with a signature is good only as it stands: storage services count every parameter in. */
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

/** Where a mail is shown as a page, or unsubscribed from, these say whose it is, and the page needs them. */
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

/** The one mark that both rule sets know in a path: `/ref=…` at its end. */
function withoutRef(place: string): string {
  let end = place.length;
  for (let at = place.lastIndexOf('/'); place.startsWith('/ref=', at); at = place.lastIndexOf('/', at - 1))
    end = at;
  return place.slice(0, end);
}

function withoutSites(address: string): RemovalResult {
  const host = withoutRootDot(parseHttpUrl(address)?.hostname ?? '').replace(/^www\./u, '');
  const rules = sites.filter(([hosts]) => hosts.split(' ').some((pattern) => meets(pattern, host)));
  if (rules.length === 0) return { address, removed: [] };
  const names = new Set<string>(rules.flatMap(([, list]) => list.split(' ')));
  const onTheWay = new Set(rules.map(([, , name]) => name).filter((name) => name !== ''));
  let leads = false;
  const result = withoutUnlessSigned(address, ({ name }) => {
    leads ||= onTheWay.has(name.toLowerCase());
    return names.has(name.toLowerCase());
  });
  if (leads) return { address, removed: [] };
  const pieces = splitUrl(result.address);
  const place = meets('.amazon.*', host) ? withoutRef(pieces.base) : pieces.base;
  if (place === pieces.base) return result;
  return {
    // Behind the bare host the path keeps its slash.
    address: joinUrl({ ...pieces, base: /^https?:\/\/[^/]*$/iu.test(place) ? `${place}/` : place }),
    removed: [pieces.base.slice(place.length), ...result.removed],
  };
}

/** Names that servers of every kind give to a session, whatever its value. */
const sessionNames =
  /^(?:jsessionid|phpsessid|aspsessionid[a-z]*|asp\.net_sessionid|cfid|cftoken|zenid|oscsid|xtcsid)$/iu;
/** Names that are other things as well: a story, a site. */
const maybeSession = /^(?:sid|sess|session|sess_?id|session_?id)$/iu;
/** `;jsessionid=…` of Java, then `/(S(…))/` of ASP.NET without cookies, which it may stand behind. */
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
  let { base: place } = pieces;
  const found: string[] = [];
  for (const session of sessionsInPath) {
    found.push(...(place.match(session) ?? []));
    place = place.replaceAll(session, '');
  }
  return { address: joinUrl({ ...pieces, base: place }), removed: [...found, ...removed] };
}

/** Labels that name a form of the same site for one kind of device. */
const forms: readonly string[] = ['www', 'm', 'mobile', 'amp'];

/**
 * The site without a list of public suffixes: the whole host but for such labels, and never into the last two. Stricter
 * than a registrable host, so that `alice.example.com` and `bob.example.com` stay two sites.
 */
function siteOf({ hostname, port }: URL): string {
  const labels = withoutRootDot(hostname).split('.');
  return `${labels.filter((label, at) => at >= labels.length - 2 || !forms.includes(label)).join('.')}:${port}`;
}

const isHome = ({ pathname, search }: URL): boolean => /^\/*$/u.test(pathname) && search === '';

/** The address that the page gives as its own, if that is believable; without a fragment. */
export function plausibleCanonical(canonical: string | undefined, address: string): string | null {
  const own = canonical === undefined ? null : parseHttpUrl(canonical.trim());
  const url = parseHttpUrl(address);
  if (own === null || url === null) return null;
  if (own.username !== '' || own.password !== '') return null;
  if (url.protocol === 'https:' && own.protocol === 'http:') return null;
  if (siteOf(own) !== siteOf(url)) return null;
  // Some sites name their home page as the canonical one of every page.
  if (isHome(own) && !isHome(url)) return null;
  return splitUrl(own.href).query === ''
    ? own.href.replace(/\?(?:#.*)?$/su, '')
    : own.href.replace(/#.*$/su, '');
}

/** A fragment that is more than a place within the page: a text to mark, a route or the state of an application. */
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

/** Text can be read otherwise than it looks: where an address leads is for the browser's own reading to say. */
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
    for (const [step, take] of parameters) if (switches[step]) left = take(left).address;
    return { address: left, removed: [] };
  };
  // The page's own address has parameters as well. A fragment is never part of which page it is.
  const toCanonical = (text: string): RemovalResult => {
    const own = plausibleCanonical(page.canonical, text);
    const { fragment } = splitUrl(text);
    const after = own === null ? text : takes(joinUrl({ ...splitUrl(own), fragment })).address;
    // Written otherwise, it is the same one still; `www` has a step of its own.
    const written = (one: string) =>
      parseHttpUrl(switches.www ? withoutWww(one).address : one)?.href.replace(/\?(?=#|$)/u, '');
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
    if (!switches[step]) continue;
    const { address: after, removed } = take(left);
    if (after === left || !mayBecome(step, left, after)) continue;
    steps.push({ step, before: left, after, removed });
    left = after;
  }
  return { address: left, steps };
}

const allButCanonical = { ...toSwitches(cleanSteps), canonical: false };

/** Whether two addresses differ by no more than what a clean-up takes: then what a page says of one holds for the other. */
export function isSamePage(one: string, other: string): boolean {
  const [left, right] = [one, other].map((address) => cleanUrl(address, {}, allButCanonical).address);
  return left === right;
}
