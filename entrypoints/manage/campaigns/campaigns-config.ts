/** Campaigns: how they are searched, added, changed and deleted. */
import type { Campaign } from '../../../lib/api/campaigns.ts';
import { lastPathSegment } from '../../../lib/api/short-url.ts';
import { safeDecode } from '../../../lib/url/safe-decode.ts';
import { t } from '../../../lib/i18n/t.ts';
import { requireName, validSlug } from '../records/validators.ts';
import { countLinks } from '../records/record-counts.ts';
import { flagOf, textOf, type FieldSpec, type FormValues } from '../records/form-fields.ts';
import type { Adding, RecordSectionConfig } from '../records/record-section-config.ts';
import type { SectionDeps } from '../section-deps.ts';

/** The service returns the rotator's URL, but accepts only the slug at its end. */
export const rotatorSlug = ({ rotator }: Pick<Campaign, 'rotator'>): string =>
  safeDecode(lastPathSegment(rotator ?? ''));

const fields = (): readonly FieldSpec[] => [
  { kind: 'text', name: 'name', label: t('fieldName'), format: 'text', check: requireName },
  {
    kind: 'text',
    name: 'slug',
    label: t('rotatorAlias'),
    hint: t('rotatorAliasHint'),
    format: 'code',
    check: validSlug,
  },
  { kind: 'flag', name: 'public', label: t('campaignPublic'), hint: t('campaignPublicHint') },
];

const recordOf = (values: FormValues) => ({
  name: textOf(values, 'name'),
  public: flagOf(values, 'public'),
});

const adding: Adding<'campaigns'> = {
  fields,
  command(values) {
    const { name, ...rest } = recordOf(values);
    const slug = textOf(values, 'slug');
    return { kind: 'add-campaign', name, fields: { ...(slug !== '' && { slug }), ...rest } };
  },
  record: (id, values) => ({ id, ...recordOf(values), rotator: null, list: null }),
};

export const campaignsConfig = ({ mirror }: SectionDeps): RecordSectionConfig<'campaigns'> => ({
  name: 'campaigns',
  nameOf: ({ name }) => name,
  searchWords: ({ name, rotator, list }) => [name, rotator ?? '', list ?? ''],
  adding,
  changing: {
    what: 'campaign',
    fields,
    values: (campaign) => ({ name: campaign.name, slug: rotatorSlug(campaign), public: campaign.public }),
    sendsName: true,
    patch: (campaign, values) => ({
      ...recordOf(values),
      // The service makes another URL from another slug.
      ...(textOf(values, 'slug') !== rotatorSlug(campaign) && { rotator: null }),
    }),
    countAffected: ({ id }, onCount, signal) =>
      countLinks(mirror, ({ campaign }) => campaign === id, onCount, signal),
  },
});
