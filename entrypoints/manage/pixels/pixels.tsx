/** The section "Pixels". The API can list and add pixels, but not edit or delete them (API §4). */
import { Target } from 'lucide';
import type { Pixel } from '../../../lib/api/pixels.ts';
import { documentedPixelTypes } from '../../../lib/api/pixel-types.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { requireName } from '../records/validators.ts';
import { RecordSection, type RecordSectionLabels } from '../records/record-section.tsx';
import { textOf, type Check, type FormValues } from '../records/form-fields.ts';
import type { RecordSectionConfig } from '../records/record-section-config.ts';
import { CodeText, Fact, ServiceTime } from '../records/facts.tsx';
import { useRecordSection } from '../records/record-section-model.ts';
import type { SectionProps } from '../section-deps.ts';
import { pixelTypeName } from './pixel-type-name.ts';

const requireType: Check = (text) => (text === '' ? t('problemNoType') : null);
const requireTag: Check = (text) => (text === '' ? t('problemNoTag') : null);

const typesInUse = (pixels: readonly Pixel[]): readonly string[] =>
  pixels
    .map(({ type }) => type)
    .filter((type) => type !== '')
    .toSorted();

const recordOf = (values: FormValues) => ({
  name: textOf(values, 'name'),
  type: textOf(values, 'type'),
  tag: textOf(values, 'tag'),
});

export const pixelsConfig: RecordSectionConfig<'pixels'> = {
  name: 'pixels',
  nameOf: ({ name }) => name,
  searchWords: ({ name, type, tag }) => [name, type, pixelTypeName(type), tag],
  adding: {
    fields: (pixels) => [
      { kind: 'text', name: 'name', label: t('fieldName'), format: 'text', check: requireName },
      {
        kind: 'text',
        name: 'type',
        label: t('type'),
        hint: t('pixelTypeHint'),
        format: 'code',
        check: requireType,
        suggestions: [...new Set([...typesInUse(pixels), ...documentedPixelTypes])],
      },
      { kind: 'text', name: 'tag', label: t('pixelTag'), format: 'code', check: requireTag },
    ],
    command: (values) => ({ kind: 'add-pixel', ...recordOf(values) }),
    record: (id, values) => ({ id, ...recordOf(values), date: null }),
  },
};

export function Pixels({ deps, page }: SectionProps) {
  const model = useRecordSection(deps, () => pixelsConfig);
  const labels: RecordSectionLabels<'pixels'> = {
    icon: Target,
    title: t('pixels'),
    count: (count) => formatCount('pixelCount', count),
    search: t('searchPixels'),
    empty: { heading: t('pixelsEmpty'), hint: t('pixelsEmptyHint') },
    note: t('pixelsNote'),
    add: { open: t('openNewPixel'), submit: t('addPixel') },
    tags: ({ type }) =>
      type !== '' && (
        <bdi class="pill" title={type}>
          {pixelTypeName(type)}
        </bdi>
      ),
    facts: ({ tag, date }) => (
      <div class="fact-line">
        <dl class="fact-line record-facts">
          <Fact label={t('pixelTag')}>
            <CodeText text={tag} length={60} />
          </Fact>
        </dl>
        {date !== null && <ServiceTime text={date} />}
      </div>
    ),
  };
  return <RecordSection model={model} page={page} labels={labels} />;
}
