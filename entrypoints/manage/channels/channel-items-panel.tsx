/** Below a channel: its links, bio pages and QR codes. */
import { LongText } from '../../../components/truncated-text.tsx';
import { NextStep } from '../../../components/failure-action.tsx';
import type { ChannelItem } from '../../../lib/api/channels.ts';
import { tellFailure } from '../../../lib/i18n/describe-failure.ts';
import { shownAddress } from '../../../lib/i18n/truncate.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import { waysOut } from '../failure-actions.ts';
import type { ItemsModel } from './channel-items-model.ts';

export interface ItemsPanelProps {
  readonly model: ItemsModel;
  readonly page: ManageModel;
  readonly channel: string;
  readonly onCopy: (address: string) => void;
  readonly onOpen: (address: string) => void;
}

export function ItemsPanel({ model, page, channel, onCopy, onOpen }: ItemsPanelProps) {
  const { next, reading, failure } = model;
  const items = model.items.value;
  const told = failure.value && tellFailure(failure.value, page.now.value);
  const more = next.value !== null && !reading.value;
  return (
    <div role="group" class="items" aria-label={say('itemsOf', channel)}>
      <p class="note" role="status">
        {items === null
          ? reading.value && say('readingItems')
          : next.value === null
            ? items.length === 0
              ? say('noItems')
              : sayCount('itemCount', items.length)
            : sayCount('itemsSoFar', items.length)}
      </p>
      {items !== null && items.length > 0 && (
        <ul aria-label={say('itemsOf', channel)}>
          {items.map((item) => (
            <Item key={`${item.type} ${item.id}`} item={item} onCopy={onCopy} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {told && (
        <div role="alert" class="failure">
          <p>{told.sentence}</p>
          <p class="acts">
            <NextStep next={told.next} {...waysOut(page)} />
            <button
              type="button"
              aria-label={say('readItemsAgain', channel)}
              onClick={() => void model.more()}
            >
              {say('tryAgain')}
            </button>
          </p>
        </div>
      )}
      {more && !told && (
        <p class="acts">
          <button type="button" aria-label={say('moreItemsOf', channel)} onClick={() => void model.more()}>
            {say('moreItems')}
          </button>
        </p>
      )}
      {items !== null && items.length > 0 && <p class="note">{say('itemsStay')}</p>}
    </div>
  );
}

const length = { title: 70, address: 48 };

function Item({
  item,
  onCopy,
  onOpen,
}: { readonly item: ChannelItem } & Pick<ItemsPanelProps, 'onCopy' | 'onOpen'>) {
  const { type, id, title, link, date } = item;
  const name = link === null ? title || say('byNumber', id) : shownAddress(link);
  return (
    <li>
      <span class="tag">{sayType(type)}</span>
      <span class="item-name">
        <bdi title={title}>
          <LongText text={title || say('byNumber', id)} length={length.title} />
        </bdi>
        {link !== null && (
          <bdi dir="ltr" class="note" title={link}>
            <LongText text={shownAddress(link)} length={length.address} />
          </bdi>
        )}
      </span>
      <span class="note">{date}</span>
      {link !== null && (
        <span class="acts">
          <button type="button" class="quiet" aria-label={say('copyLink', name)} onClick={() => onCopy(link)}>
            {say('copy')}
          </button>
          <button type="button" class="quiet" aria-label={say('openLink', name)} onClick={() => onOpen(link)}>
            {say('open')}
          </button>
        </span>
      )}
    </li>
  );
}

/** An unknown one is shown as the service has it. */
function sayType(type: string): string {
  if (type === 'links') return say('itemLink');
  if (type === 'bio') return say('itemBioPage');
  return type === 'qr' ? say('itemQrCode') : type;
}
