/** Below a channel: its links, bio pages and QR codes. */
import { Copy } from 'lucide';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { itemKey, type ChannelItem } from '../../../lib/api/channels.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageProps } from '../model.ts';
import { FailureAlert } from '../failure-alert.tsx';
import { OpenButton, RowButton } from '../records/row-button.tsx';
import { ServiceTime } from '../records/facts.tsx';
import type { ItemsModel } from './channel-items-model.ts';

interface ItemsPanelProps extends ManageProps {
  readonly model: ItemsModel;
  readonly channel: string;
  readonly onCopy: (address: string) => void;
}

export function ItemsPanel({ model, page, channel, onCopy }: ItemsPanelProps) {
  const { next, reading, failure } = model;
  const items = model.items.value;
  return (
    <div role="group" class="items unfolded" aria-label={t('itemsOf', channel)}>
      <p class="hint" role="status">
        {items === null
          ? reading.value && t('loadingItems')
          : next.value === null
            ? items.length === 0
              ? t('noItems')
              : formatCount('itemCount', items.length)
            : formatCount('itemsLoaded', items.length)}
      </p>
      {items !== null && items.length > 0 && (
        <ul aria-label={t('itemsOf', channel)}>
          {items.map((item) => (
            <Item key={itemKey(item)} item={item} page={page} onCopy={onCopy} />
          ))}
        </ul>
      )}
      {failure.value && (
        <FailureAlert
          failure={failure.value}
          page={page}
          onRetry={() => void model.more()}
          retryName={t('retryLoadingItems', channel)}
        />
      )}
      {next.value !== null && !reading.value && !failure.value && (
        <p class="acts">
          <button type="button" aria-label={t('loadMoreItemsIn', channel)} onClick={() => void model.more()}>
            {t('loadMoreItems')}
          </button>
        </p>
      )}
      {items !== null && items.length > 0 && <p class="hint">{t('itemsNote')}</p>}
    </div>
  );
}

const length = { title: 70, address: 48 };

function Item({
  item,
  page,
  onCopy,
}: { readonly item: ChannelItem } & Pick<ItemsPanelProps, 'page' | 'onCopy'>) {
  const { type, id, title, link, date } = item;
  const name = link === null ? title || t('namedById', id) : displayUrl(link);
  return (
    <li class="line">
      <span class="item-name">
        <bdi title={title}>
          <TruncatedText text={title || t('namedById', id)} length={length.title} />
        </bdi>
        {type !== 'links' && <span class="pill">{typeLabel(type)}</span>}
        {link !== null && (
          <bdi dir="ltr" class="hint" title={link}>
            <TruncatedText text={displayUrl(link)} length={length.address} />
          </bdi>
        )}
      </span>
      {date !== null && date !== '' && (
        <span class="hint">
          <ServiceTime text={date} />
        </span>
      )}
      {link !== null && (
        <span class="acts">
          <RowButton icon={Copy} word={t('copy')} label={t('copyLink', name)} onClick={() => onCopy(link)} />
          <OpenButton name={name} onClick={() => page.deps.openPage(link)} />
        </span>
      )}
    </li>
  );
}

/** An unknown type is shown as the service returned it. */
function typeLabel(type: string): string {
  if (type === 'bio') return t('itemBioPage');
  return type === 'qr' ? t('qrCode') : type;
}
