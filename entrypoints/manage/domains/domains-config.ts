/** Branded domains: how they are searched, added, changed and deleted. */
import { isOnDomain } from '../../../lib/url/hosts.ts';
import { toWebAddress } from '../../../lib/api/coerce.ts';
import { t } from '../../../lib/i18n/t.ts';
import { validUrl, validDomain } from '../records/validators.ts';
import { countLinks } from '../records/record-counts.ts';
import { changedFields, textOf, type FieldSpec, type FormValues } from '../records/form-fields.ts';
import type { Adding, RecordSectionConfig } from '../records/record-section-config.ts';
import type { SectionDeps } from '../section-deps.ts';
import { withoutTrailing } from '../../../lib/api/without-trailing.ts';

const redirects = (): readonly FieldSpec[] => {
  const kind = { kind: 'text', format: 'url', check: validUrl } as const;
  return [
    { ...kind, name: 'redirectroot', label: t('redirectRoot'), hint: t('redirectRootHint') },
    { ...kind, name: 'redirect404', label: t('redirect404'), hint: t('redirect404Hint') },
  ];
};

const redirectsOf = (values: FormValues) => ({
  redirectroot: toWebAddress(textOf(values, 'redirectroot')),
  redirect404: toWebAddress(textOf(values, 'redirect404')),
});

/** In the service's form: scheme and host, no slash at the end. */
const domainOf = (values: FormValues): string => withoutTrailing(textOf(values, 'domain'), /\//u);

const adding: Adding<'domains'> = {
  fields: () => [
    {
      kind: 'text',
      name: 'domain',
      label: t('domain'),
      hint: t('domainHint'),
      format: 'url',
      check: validDomain,
    },
    ...redirects(),
  ],
  command: (values) => ({
    kind: 'add-domain',
    name: domainOf(values),
    fields: changedFields(redirects(), {}, values),
  }),
  record: (id, values) => ({ id, domain: domainOf(values), ...redirectsOf(values) }),
};

export const domainsConfig = ({ mirror }: SectionDeps): RecordSectionConfig<'domains'> => ({
  name: 'domains',
  nameOf: ({ domain }) => domain,
  searchWords: ({ domain, redirectroot, redirect404 }) => [domain, redirectroot ?? '', redirect404 ?? ''],
  adding,
  changing: {
    what: 'domain',
    fields: redirects,
    values: ({ redirectroot, redirect404 }) => ({
      redirectroot: redirectroot ?? '',
      redirect404: redirect404 ?? '',
    }),
    patch: (_domain, values) => redirectsOf(values),
    countAffected: ({ domain }, onCount, signal) =>
      countLinks(mirror, ({ shortUrl }) => isOnDomain(shortUrl, domain), onCount, signal),
  },
});
