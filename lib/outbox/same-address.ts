/** Whether two web addresses lead to the same place, as services rewrite them when they keep one. */
import { parse } from '../service/address.ts';
import { withParameters, type Parameter } from '../shortening/place-parameters.ts';

/** `near`: the same host and path, but something behind them differs. */
export type Likeness = 'same' | 'near' | 'other';

interface Parts {
  readonly place: string;
  readonly rest: string;
}

/** Read by hand, since the worker has no document; the few that stand in addresses. */
const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,6})|([a-z]{2,4}));/giu, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** As it stands where it is not encoded soundly. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function partsOf(address: string): Parts | null {
  const url = parse(withoutEntities(address));
  if (url === null) return null;
  const path = decoded(url.pathname).replace(/\/+$/u, '');
  const query = decoded(url.search.replaceAll('+', '%20')).replace(/^\?$/u, '');
  return {
    // `host` is in punycode and without a default port already.
    place: `${url.protocol}//${url.host.replace(/\.(?=$|:)/u, '')}${path}`,
    rest: query + decoded(url.hash),
  };
}

/** @param parameters what the service was asked to add to `asked`: it may keep the address with or without them */
export function likeness(kept: string, asked: string, parameters: readonly Parameter[] = []): Likeness {
  const one = partsOf(kept);
  const forms = [asked, withParameters(asked, parameters)];
  const wanted = forms.map(partsOf).filter((parts) => parts !== null);
  if (one === null || wanted.length === 0) return kept === asked ? 'same' : 'other';
  if (wanted.some(({ place, rest }) => place === one.place && rest === one.rest)) return 'same';
  const withoutScheme = ({ place }: Parts) => place.replace(/^https?:/u, '').replace(/^\/\/www\./u, '//');
  return wanted.some((parts) => withoutScheme(parts) === withoutScheme(one)) ? 'near' : 'other';
}
