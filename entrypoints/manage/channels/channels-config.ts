/** Channels: how they are searched, added, changed and deleted. */
import { listChannelItems } from '../../../lib/api/channels.ts';
import { t } from '../../../lib/i18n/t.ts';
import { requireColor, optionalColor, requireName, isColor } from '../records/validators.ts';
import { flagOf, textOf, type FieldSpec, type FormValues } from '../records/form-fields.ts';
import type { Adding, Changing, RecordSectionConfig } from '../records/record-section-config.ts';
import type { SectionDeps } from '../section-deps.ts';

/** @param hasColor the service can change a color, but not remove it */
const fields = (hasColor: boolean): readonly FieldSpec[] => [
  { kind: 'text', name: 'name', label: t('fieldName'), format: 'text', check: requireName },
  { kind: 'text', name: 'description', label: t('fieldDescription'), format: 'text' },
  {
    kind: 'color',
    name: 'color',
    label: t('fieldColor'),
    hint: hasColor ? undefined : t('fieldColorHint'),
    check: hasColor ? requireColor : optionalColor,
  },
  { kind: 'flag', name: 'starred', label: t('channelStarred') },
];

const recordOf = (values: FormValues) => ({
  name: textOf(values, 'name'),
  description: textOf(values, 'description'),
  color: textOf(values, 'color'),
  starred: flagOf(values, 'starred'),
});

const adding: Adding<'channels'> = {
  fields: () => fields(false),
  command(values) {
    const { name, description, color, starred } = recordOf(values);
    return {
      kind: 'add-channel',
      name,
      fields: { ...(description !== '' && { description }), ...(color !== '' && { color }), starred },
    };
  },
  record: (id, values) => ({ id, ...recordOf(values) }),
};

/** Items on the page that is requested to count them. */
const countPageSize = 100;

const changingWith = ({ mirror, read }: SectionDeps): Changing<'channels'> => ({
  what: 'channel',
  fields: ({ color }) => fields(isColor(color)),
  values: ({ name, description, color, starred }) => ({ name, description, color, starred }),
  patch: (_channel, values) => recordOf(values),
  async countAffected({ id }, onCount, signal) {
    const { length } = await mirror.items(id);
    const { complete } = await mirror.itemsFreshness(id);
    if (length > 0 || complete) onCount({ count: length, exact: false });
    const response = await read(listChannelItems(id, { limit: countPageSize }));
    if (signal.aborted || !response.ok) return;
    const { records, skipped, nextPage, total } = response.value;
    const onPage = records.length + skipped;
    // API §4 does not define what `result` counts: it is used only where it is more than this page holds.
    if (nextPage === null) onCount({ count: onPage, exact: true });
    else if (total !== null && total > onPage) onCount({ count: total, exact: true });
    else onCount({ count: Math.max(onPage, length), exact: false });
  },
});

export const channelsConfig = (deps: SectionDeps): RecordSectionConfig<'channels'> => ({
  name: 'channels',
  nameOf: ({ name }) => name,
  searchWords: ({ name, description }) => [name, description],
  isPinned: ({ starred }) => starred,
  adding,
  changing: changingWith(deps),
});
