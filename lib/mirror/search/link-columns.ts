/**
 * A column store for links: a hundred thousand of them as objects are more than a million heap values, and the garbage
 * collector visits them all (see chunked-strings.ts).
 */
import { type Id, toId } from '../../api/ids.ts';
import { compactId, StringInterner, type CompactId } from './compact-storage.ts';
import type { LinkRow } from '../link-row.ts';
import { ChunkedStrings } from './chunked-strings.ts';

/** A stored link as pages list it. */
export type MirrorLink = Omit<
  LinkRow,
  'key' | 'address' | 'sweep' | 'openEnded' | 'expires' | 'hasPassword' | 'parameters'
>;

/** Between the texts of a link. A link whose texts contain it is stored as an object. */
const separator = '\0';

/** Recently read links: the same link is the same object. */
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
  readonly #uncompressed = new Map<number, MirrorLink>();
  readonly #cache = new Map<number, MirrorLink>();

  /** Empty for no campaign. */
  readonly campaignIds: readonly string[] = this.#campaignIds.names;
  /** Ids joined by a space, which no id contains. */
  readonly channelLists: readonly string[] = this.#channelLists.names;

  get size(): number {
    return this.#ids.length;
  }

  idAt(slot: number): Id | null {
    return toId(this.#ids[slot]);
  }

  /** @returns true when the link has changed */
  put(slot: number, row: LinkRow): boolean {
    const parts = [
      row.shortUrl ?? '',
      row.alias,
      row.longUrl ?? '',
      row.title,
      row.description,
      row.date ?? '',
    ];
    const texts = parts.join(separator);
    const campaign = this.#campaignIds.intern(row.campaign ?? '');
    const channels = this.#channelLists.intern(row.channels.join(' '));
    const isSameText = slot < this.size && this.#texts.at(slot) === texts;
    if (
      isSameText &&
      !this.#uncompressed.has(slot) &&
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
    // Most changes are of clicks, and a changed text rewrites its whole block.
    if (!isSameText) this.#texts.set(slot, texts);
    this.#confirmed[slot] = row.confirmed;
    this.#cache.delete(slot);
    this.#uncompressed.delete(slot);
    if (parts.some((part) => part.includes(separator))) this.#uncompressed.set(slot, row);
    return true;
  }

  at(slot: number): MirrorLink | undefined {
    const known = this.#uncompressed.get(slot) ?? this.#cache.get(slot);
    if (known) return known;
    const link = this.#unpack(slot);
    if (link === undefined) return undefined;
    this.#cache.set(slot, link);
    for (const [oldest] of this.#cache) {
      if (this.#cache.size <= maxCached) break;
      this.#cache.delete(oldest);
    }
    return link;
  }

  #unpack(slot: number): MirrorLink | undefined {
    const id = this.idAt(slot);
    if (id === null) return undefined;
    const [shortUrl = '', alias = '', longUrl = '', title = '', description = '', date = ''] = this.#texts
      .at(slot)
      .split(separator);
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
