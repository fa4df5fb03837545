/** Channels: how they are searched, added, changed and deleted. */
import { listChannelItems, type Channel } from '../../../lib/api/channels.ts';
import { t } from '../../../lib/i18n/t.ts';
import { requireColor, optionalColor, requireName } from '../records/validators.ts';
import { isColor } from '../records/color.ts';
import {
  changedFlags,
  changedTexts,
  flagOf,
  isEmpty,
  textOf,
  type FieldSpec,
  type FormValues,
} from '../records/form-fields.ts';
import type { RecordSectionConfig } from '../records/record-section-config.ts';
import type { CommandBody, SectionDeps } from '../section-deps.ts';

/** @param coloured a colour that is there can be changed, and not be taken away */
const fields = (coloured: boolean): readonly FieldSpec[] => [
  { kind: 'text', name: 'name', label: t('fieldName'), reads: 'words', check: requireName },
  { kind: 'text', name: 'description', label: t('fieldDescription'), reads: 'words' },
  {
    kind: 'colour',
    name: 'color',
    label: t('fieldColour'),
    hint: coloured ? undefined : t('fieldColourHint'),
    check: coloured ? requireColor : optionalColor,
  },
  { kind: 'flag', name: 'starred', label: t('channelStarred') },
];

const valuesOf = ({ name, description, color, starred }: Channel) => ({ name, description, color, starred });

const recordOf = (values: FormValues) => ({
  name: textOf(values, 'name'),
  description: textOf(values, 'description'),
  color: textOf(values, 'color'),
  starred: flagOf(values, 'starred'),
});

const callName = ({ name }: Channel): string => name || t('nameless');

export const starCommand = (channel: Channel, starred: boolean): CommandBody => ({
  kind: 'change',
  what: 'channel',
  act: 'update',
  item: channel.id,
  name: callName(channel),
  fields: { starred },
});

/** Items of a page, when they are counted. */
const counted = 100;

export function channelsConfig({ mirror, read }: SectionDeps): RecordSectionConfig<'channels'> {
  return {
    name: 'channels',
    nameOf: ({ name }) => name,
    searchWords: ({ name, description }) => [name, description],
    isPinned: ({ starred }) => starred,
    adding: {
      fields: () => fields(false),
      values: () => ({ name: '', description: '', color: '', starred: false }),
      command(values) {
        const { name, description, color, starred } = recordOf(values);
        return {
          kind: 'add-channel',
          name,
          fields: { ...(description !== '' && { description }), ...(color !== '' && { color }), starred },
        };
      },
      record: (id, values) => ({ id, ...recordOf(values) }),
    },
    editing: {
      fields: ({ color }) => fields(isColor(color)),
      values: valuesOf,
      command(channel, values) {
        const first = valuesOf(channel);
        const changed = {
          ...changedTexts(['name', 'description', 'color'], first, values),
          ...changedFlags(['starred'], first, values),
        };
        return isEmpty(changed)
          ? null
          : {
              kind: 'change',
              what: 'channel',
              act: 'update',
              item: channel.id,
              name: callName(channel),
              fields: changed,
            };
      },
      patch: (_channel, values) => recordOf(values),
    },
    deleting: {
      command: (channel) => ({
        kind: 'change',
        what: 'channel',
        act: 'delete',
        item: channel.id,
        name: callName(channel),
      }),
      async countAffected({ id }, tell, signal) {
        const { length } = await mirror.items(id);
        const { complete } = await mirror.itemsFreshness(id);
        if (length > 0 || complete) tell({ count: length, exact: false });
        const answer = await read(listChannelItems(id, { limit: counted }));
        if (signal.aborted || !answer.ok) return;
        const { records, skipped, nextPage, total } = answer.value;
        const here = records.length + skipped;
        // What `result` counts is not said (API §4): it is believed where it is more than this page holds.
        if (nextPage === null) tell({ count: here, exact: true });
        else if (total !== null && total > here) tell({ count: total, exact: true });
        else tell({ count: Math.max(here, length), exact: false });
      },
    },
  };
}
