/**
 * Links as few things in memory as can be: a hundred thousand of them as objects are more than a million things, and
 * each time the browser collects its garbage it visits them all (see chunked-strings.ts).
 */
import { type Id, toId } from '../../api/coerce.ts';
import { compactId, StringInterner, type CompactId } from './compact-storage.ts';
import type { LinkRow } from '../link-row.ts';
import { ChunkedStrings } from './chunked-strings.ts';

/** What a page knows of a link that is kept. */
export type ListedLink = Omit<LinkRow, 'key' | 'address' | 'sweep' | 'openEnded'>;

/** Between the texts of a link. Where one of them has it, too, the link is kept as it is. */
const SEPARATOR = '\0';

/** Links that were asked for lately, as they were given out: the same link is the same object. */
const maxCached = 1_000;

export class LinkColumns {
  readonly #ids: CompactId[] = [];
  readonly clicks: LinkRow['clicks'][] = [];
  /** Numbers of `campaignIds`. */
  readonly campaigns: number[] = [];
  /** Numbers of `channelLists`. */
  readonly channels: number[] = [];
  readonly #texts = new ChunkedStrings();
  readonly #confirmed: boolean[] = [];
  readonly #campaignIds = new StringInterner();
  readonly #channelLists = new StringInterner();
  readonly #whole = new Map<number, ListedLink>();
  readonly #given = new Map<number, ListedLink>();

  /** Empty for none. */
  readonly campaignIds: readonly string[] = this.#campaignIds.names;
  /** Ids with a space between them: an id has none. */
  readonly channelLists: readonly string[] = this.#channelLists.names;

  get size(): number {
    return this.#ids.length;
  }

  idAt(slot: number): Id | null {
    return toId(this.#ids[slot]);
  }

  /** @returns whether anything of it is another than before */
  put(slot: number, row: LinkRow): boolean {
    const parts = [
      row.shortUrl ?? '',
      row.alias,
      row.longUrl ?? '',
      row.title,
      row.description,
      row.date ?? '',
    ];
    const texts = parts.join(SEPARATOR);
    const campaign = this.#campaignIds.of(row.campaign ?? '');
    const channels = this.#channelLists.of(row.channels.join(' '));
    const isSameText = slot < this.size && this.#texts.at(slot) === texts;
    if (
      isSameText &&
      !this.#whole.has(slot) &&
      this.clicks[slot] === row.clicks &&
      this.campaigns[slot] === campaign &&
      this.channels[slot] === channels &&
      this.#confirmed[slot] === row.confirmed
    )
      return false;
    this.#ids[slot] = compactId(row.id);
    this.clicks[slot] = row.clicks;
    this.campaigns[slot] = campaign;
    this.channels[slot] = channels;
    // Most of what changes is clicks, and a text that changes costs its whole block.
    if (!isSameText) this.#texts.set(slot, texts);
    this.#confirmed[slot] = row.confirmed;
    this.#given.delete(slot);
    this.#whole.delete(slot);
    if (parts.some((part) => part.includes(SEPARATOR))) this.#whole.set(slot, row);
    return true;
  }

  at(slot: number): ListedLink | undefined {
    const known = this.#whole.get(slot) ?? this.#given.get(slot);
    if (known) return known;
    const link = this.#unpack(slot);
    if (link === undefined) return undefined;
    this.#given.set(slot, link);
    for (const [oldest] of this.#given) {
      if (this.#given.size <= maxCached) break;
      this.#given.delete(oldest);
    }
    return link;
  }

  #unpack(slot: number): ListedLink | undefined {
    const id = this.idAt(slot);
    if (id === null) return undefined;
    const [shortUrl = '', alias = '', longUrl = '', title = '', description = '', date = ''] = this.#texts
      .at(slot)
      .split(SEPARATOR);
    const campaign = this.campaignIds[this.campaigns[slot] ?? -1] ?? '';
    const channels = this.channelLists[this.channels[slot] ?? -1] ?? '';
    return {
      id,
      alias,
      shortUrl: shortUrl === '' ? null : shortUrl,
      longUrl: longUrl === '' ? null : longUrl,
      clicks: this.clicks[slot] ?? null,
      title,
      description,
      date: date === '' ? null : date,
      campaign: campaign === '' ? null : campaign,
      channels: channels === '' ? [] : channels.split(' '),
      confirmed: this.#confirmed[slot] ?? false,
    };
  }
}
