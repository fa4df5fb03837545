/** Campaigns: how they are searched, added, changed and deleted. */
import type { Campaign } from '../../../lib/api/campaigns.ts';
import { say } from '../../../lib/i18n/t.ts';
import { named, slugged } from '../records/validators.ts';
import { countLinks } from '../records/count-links.ts';
import {
  changedFlags,
  changedTexts,
  flagOf,
  isEmpty,
  textOf,
  type FieldSpec,
} from '../records/form-fields.ts';
import type { RoomKind } from '../records/record-section-model.ts';
import type { RoomParts } from '../section-deps.ts';

/** The service tells the rotator's address, and takes the slug at its end. */
export function slugOf({ rotator }: Pick<Campaign, 'rotator'>): string {
  const last = rotator === null ? '' : (new URL(rotator).pathname.split('/').at(-1) ?? '');
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const fields = (): readonly FieldSpec[] => [
  { kind: 'text', name: 'name', label: say('fieldName'), reads: 'words', check: named },
  {
    kind: 'text',
    name: 'slug',
    label: say('rotatorSlug'),
    hint: say('rotatorSlugHint'),
    reads: 'code',
    check: slugged,
  },
  { kind: 'flag', name: 'public', label: say('campaignPublic'), hint: say('campaignPublicHint') },
];

const valuesOf = (campaign: Campaign) => ({
  name: campaign.name,
  slug: slugOf(campaign),
  public: campaign.public,
});

export function campaignsKind(parts: RoomParts): RoomKind<'campaigns'> {
  return {
    name: 'campaigns',
    nameOf: ({ name }) => name,
    words: ({ name, rotator, list }) => [name, rotator ?? '', list ?? ''],
    adding: {
      fields,
      values: () => ({ name: '', slug: '', public: false }),
      ask: (values) => ({
        kind: 'add-campaign',
        name: textOf(values, 'name'),
        fields: {
          ...(textOf(values, 'slug') !== '' && { slug: textOf(values, 'slug') }),
          public: flagOf(values, 'public'),
        },
      }),
      record: (id, values) => ({
        id,
        name: textOf(values, 'name'),
        public: flagOf(values, 'public'),
        rotator: null,
        list: null,
      }),
    },
    editing: {
      fields,
      values: valuesOf,
      ask(campaign, values) {
        const first = valuesOf(campaign);
        const changed = {
          ...changedTexts(['name', 'slug'], first, values),
          ...changedFlags(['public'], first, values),
        };
        return isEmpty(changed)
          ? null
          : {
              kind: 'change',
              what: 'campaign',
              act: 'update',
              item: campaign.id,
              name: campaign.name || say('nameless'),
              fields: { ...changed, name: textOf(values, 'name') },
            };
      },
      altered: (campaign, values) => ({
        name: textOf(values, 'name'),
        public: flagOf(values, 'public'),
        // Another slug has another address, which the service makes.
        ...(textOf(values, 'slug') !== slugOf(campaign) && { rotator: null }),
      }),
    },
    deleting: {
      ask: ({ id, name }) => ({
        kind: 'change',
        what: 'campaign',
        act: 'delete',
        item: id,
        name: name || say('nameless'),
      }),
      weigh: ({ id }, tell, signal) => countLinks(parts, ({ campaign }) => campaign === id, tell, signal),
    },
  };
}
