/** How a request departs from the letter of the contract even where a lenient server would let it pass. */
import { isRecord } from './body.ts';

interface Allowed {
  readonly query?: readonly string[];
  readonly body?: readonly string[];
}

const paging = { query: ['limit', 'page'] };

/** API §4: method and path, and the names each may carry. `:` stands for any one segment. */
const endpoints: readonly (readonly [string, Allowed])[] = [
  ['GET /api/account', {}],
  ['PUT /api/account/update', { body: ['email', 'password'] }],
  ['GET /api/domains', paging],
  ['POST /api/domain/add', { body: ['domain', 'redirectroot', 'redirect404'] }],
  ['PUT /api/domain/:/update', { body: ['redirectroot', 'redirect404'] }],
  ['DELETE /api/domain/:/delete', {}],
  ['GET /api/overlay', paging],
  ['GET /api/campaigns', paging],
  ['POST /api/campaign/add', { body: ['name', 'slug', 'public'] }],
  ['POST /api/campaign/:/assign/:', {}],
  ['PUT /api/campaign/:/update', { body: ['name', 'slug', 'public'] }],
  ['DELETE /api/campaign/:/delete', {}],
  ['GET /api/channels', paging],
  ['GET /api/channel/:', paging],
  ['POST /api/channel/add', { body: ['name', 'description', 'color', 'starred'] }],
  ['POST /api/channel/:/assign/:/:', {}],
  ['PUT /api/channel/:/update', { body: ['name', 'description', 'color', 'starred'] }],
  ['DELETE /api/channel/:/delete', {}],
  ['GET /api/splash', paging],
  ['GET /api/pixels', paging],
  ['POST /api/pixel/add', { body: ['type', 'name', 'tag'] }],
  ['GET /api/urls', { query: ['limit', 'page', 'order', 'short', 'q'] }],
  ['GET /api/url/:', {}],
  [
    'POST /api/url/add',
    {
      body: [
        'url',
        'custom',
        'type',
        'password',
        'domain',
        'expiry',
        'geotarget',
        'devicetarget',
        'languagetarget',
        'metatitle',
        'metadescription',
        'metaimage',
        'description',
        'pixels',
        'channel',
        'campaign',
        'deeplink',
        'status',
        'parameters',
      ],
    },
  ],
];

const patterns = endpoints.map(([name, allowed]) => ({
  pattern: new RegExp(`^${name.replaceAll(':', '[^/]+')}$`),
  allowed,
}));

export interface Audited {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: { readonly 'content-type'?: string | undefined };
  readonly body: string;
}

function bodyNames(body: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? Object.keys(value) : undefined;
  } catch {
    return undefined;
  }
}

/** One sentence for each departure. */
export function auditRequest({ method, path, query, headers, body }: Audited): string[] {
  const found = patterns.find(({ pattern }) => pattern.test(`${method} ${path}`));
  if (!found) return [`${method} ${path} is not in the contract`];
  const { allowed } = found;
  const breaches: string[] = [];
  // API §5 requires it on every request, those without a body too.
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    breaches.push('the Content-Type is not application/json');
  for (const name of Object.keys(query))
    if (!allowed.query?.includes(name)) breaches.push(`the query parameter ${name} is not in the contract`);
  if (!allowed.body) {
    if (body !== '') breaches.push('a body where the contract has none');
    return breaches;
  }
  const names = bodyNames(body);
  if (!names) breaches.push('the body is not a JSON object');
  for (const name of names ?? [])
    if (!allowed.body.includes(name)) breaches.push(`the field ${name} is not in the contract`);
  return breaches;
}
