/** Branded domains: how they are searched, added, changed and deleted. */
import { isOnDomain } from '../../../lib/url/hosts.ts';
import type { Domain } from '../../../lib/api/domains.ts';
import { toWebAddress } from '../../../lib/api/coerce.ts';
import { t } from '../../../lib/i18n/t.ts';
import { validUrl, validDomain } from '../records/validators.ts';
import { countLinks } from '../records/record-counts.ts';
import { changedFields, isEmpty, textOf, type FieldSpec, type FormValues } from '../records/form-fields.ts';
import type { Adding, Editing, RecordSectionConfig } from '../records/record-section-config.ts';
import type { SectionDeps } from '../section-deps.ts';
import { withoutTrailing } from '../../../lib/api/trim.ts';

const redirects = (): readonly FieldSpec[] => [
  {
    kind: 'text',
    name: 'redirectroot',
    label: t('redirectRoot'),
    hint: t('redirectRootHint'),
    format: 'url',
    check: validUrl,
  },
  {
    kind: 'text',
    name: 'redirect404',
    label: t('redirect404'),
    hint: t('redirect404Hint'),
    format: 'url',
    check: validUrl,
  },
];

const valuesOf = ({ redirectroot, redirect404 }: Domain) => ({
  redirectroot: redirectroot ?? '',
  redirect404: redirect404 ?? '',
});

const redirectsOf = (values: FormValues) => ({
  redirectroot: toWebAddress(textOf(values, 'redirectroot')),
  redirect404: toWebAddress(textOf(values, 'redirect404')),
});

/** In the service's form: scheme and host, no slash at the end. */
const domainOf = (values: FormValues): string => withoutTrailing(textOf(values, 'domain'), /\//u);

/** Fields that all changes of a domain share. */
const changeOf = ({ id, domain }: Domain) =>
  ({ kind: 'change', what: 'domain', item: id, name: domain }) as const;

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
    fields: changedFields(textOf, ['redirectroot', 'redirect404'], {}, values),
  }),
  record: (id, values) => ({ id, domain: domainOf(values), ...redirectsOf(values) }),
};

const editing: Editing<'domains'> = {
  fields: redirects,
  values: valuesOf,
  command(domain, values) {
    const changed = changedFields(textOf, ['redirectroot', 'redirect404'], valuesOf(domain), values);
    return isEmpty(changed) ? null : { ...changeOf(domain), act: 'update', fields: changed };
  },
  patch: (_domain, values) => redirectsOf(values),
};

export const domainsConfig = ({ mirror }: SectionDeps): RecordSectionConfig<'domains'> => ({
  name: 'domains',
  nameOf: ({ domain }) => domain,
  searchWords: ({ domain, redirectroot, redirect404 }) => [domain, redirectroot ?? '', redirect404 ?? ''],
  adding,
  editing,
  deleting: {
    command: (domain) => ({ ...changeOf(domain), act: 'delete' }),
    countAffected: ({ domain }, onCount, signal) =>
      countLinks(mirror, ({ shortUrl }) => isOnDomain(shortUrl, domain), onCount, signal),
  },
});
