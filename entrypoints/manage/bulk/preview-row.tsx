/** A row of the preview: the URL as it will be sent, the other fields, and the status. */
import type { LinkFields } from '../../../lib/api/create-link.ts';
import type { ReviewedRow } from '../../../lib/bulk/validate-rows.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { describeExpiry } from '../../../lib/i18n/describe-expiry.ts';
import { linkTypeName, type TypeLists } from '../../../lib/i18n/link-type-name.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatList, formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportModel } from './import-model.ts';
import { describeRow } from './labels.ts';
import { RowStatus, RowUrl } from './rows-table.tsx';
import { reviewIcons } from './status-icon.tsx';
import { recordToCreate, type CreatableField } from './unmatched-names.ts';

const maxValueLength = 60;

interface PreviewRowProps {
  readonly index: number;
  readonly model: ImportModel;
  readonly types: TypeLists;
}

const truncated = (value: string): string =>
  value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;

export function PreviewRow({ index, model, types }: PreviewRowProps) {
  const row = model.rows.value[index];
  const status = model.statuses.value[index];
  if (row === undefined || status === undefined) return null;
  const { label, reasons } = describeRow(row, status);
  // An existing link is used as it is: nothing that the row sets applies to it.
  const existing = status === 'exists' ? row.exists : null;
  const fields = existing === null ? otherFieldsOf(row, model.options.value, types) : [];
  const { alias } = existing ?? row.link;
  // The URL as it is sent, with its parameters.
  const { url } = toLinkFields(row.link);
  return (
    // An error can have the focus.
    <tr data-decision={status} tabIndex={status === 'problem' ? -1 : undefined}>
      <th scope="row">{formatNumber(index + 1)}</th>
      <td>
        <RowUrl url={url} />
        {fields.length > 0 && (
          <p class="hint">
            <bdi>{fields.join(' · ')}</bdi>
          </p>
        )}
      </td>
      <td>
        {alias === '' ? (
          <span class="note">{t('aliasAutomatic')}</span>
        ) : (
          <bdi dir="ltr">{truncated(alias)}</bdi>
        )}
      </td>
      <td>
        <RowStatus icon={reviewIcons[status]} label={label} reasons={reasons} />
      </td>
    </tr>
  );
}

const listNames = (records: readonly PickerOption[]): string => formatList(records.map(({ name }) => name));

const fieldText = (label: string, value: string): string =>
  value === '' ? '' : t('setTo', label, truncated(value));

/** A value that all rows have stands above them, once. */
const unless = (shared: string | undefined, value: string): string => (value === shared ? '' : value);

/** All that the row sets besides its URL, its alias, and what is set for all rows. */
function otherFieldsOf({ link, preset }: ReviewedRow, shared: ImportOptions, types: TypeLists): string[] {
  const { extras } = link;
  const sent = toLinkFields(link);
  const sharedName = (field: CreatableField) => (recordToCreate(shared, field) ?? shared[field])?.name;
  const expiry = unless(shared.expiry, extras?.expiry ?? '');
  return [
    fieldText(t('preset'), preset?.name ?? ''),
    fieldText(t('fieldTitle'), link.title),
    fieldText(t('domain'), displayUrl(unless(shared.domain, link.domain))),
    fieldText(t('campaign'), unless(sharedName('campaign'), link.campaign?.name ?? '')),
    fieldText(t('channel'), unless(sharedName('channel'), link.channel?.name ?? '')),
    fieldText(t('pixels'), unless(listNames(shared.pixels), listNames(link.pixels))),
    fieldText(t('note'), sent.description ?? ''),
    fieldText(t('expires'), expiry && describeExpiry(expiry)),
    fieldText(t('password'), sent.password ? '••••' : ''),
    fieldText(t('visibility'), sent.status ? t(visibilityNames[sent.status]) : ''),
    typeText(extras?.type ?? '', types),
    ...targetTexts(sent),
    ...(sent.parameters ?? []).map(({ name, value }) => fieldText(name, value)),
    fieldText(t('bulkFieldMetaTitle'), sent.metatitle ?? ''),
    fieldText(t('bulkFieldMetaDescription'), sent.metadescription ?? ''),
    fieldText(t('bulkFieldMetaImage'), sent.metaimage ?? ''),
  ].filter((text) => text !== '');
}

const visibilityNames = { private: 'visibilityPrivate', public: 'visibilityPublic' } as const;

function typeText(type: string, types: TypeLists): string {
  const name = linkTypeName(type, types);
  return name === null ? fieldText(t('typeId'), type) : fieldText(t('linkType'), type && name);
}

/** Where some visitors are sent. */
const targetTexts = ({ geotarget, devicetarget, languagetarget, deeplink }: LinkFields): string[] => [
  ...(geotarget ?? []).map(({ location, link: to }) => fieldText(location, to)),
  ...(devicetarget ?? []).map(({ device, link: to }) => fieldText(device, to)),
  ...(languagetarget ?? []).map(({ language, link: to }) => fieldText(language, to)),
  fieldText(t('appStore'), deeplink?.apple ?? ''),
  fieldText(t('googlePlay'), deeplink?.google ?? ''),
  deeplink?.auto ? t('deepLinkAuto') : '',
];
