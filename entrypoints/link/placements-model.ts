/**
 * Several places for the link form's address: their rows, and what was asked for, as the stored view tells of it. Asks
 * and watches through what is handed in; the components only draw it.
 */
import { computed, signal } from '@preact/signals';
import type { LinkForm } from '../../lib/forms/link-form.ts';
import { areBlocking, problemsOf } from '../../lib/forms/validate-link.ts';
import { placeProblems } from '../../lib/forms/validate-placements.ts';
import type { PageKind, ReplyOf, RequestOf } from '../../lib/messages/protocol.ts';
import type { Decision, ShortenAsk } from '../../lib/outbox/job.ts';
import { parse } from '../../lib/api/base-url.ts';
import { activityViewSchema, type ActivityView } from '../../lib/views/activity-view.ts';
import type { JobView } from '../../lib/views/popup-view.ts';
import { withoutPassword } from '../../lib/draft/parse-draft.ts';
import type { LinkDraft } from '../../lib/draft/draft.ts';
import { noExtras } from '../../lib/draft/parse-options.ts';
import {
  aliasWith,
  isBegun,
  landingOf,
  noPlace,
  noPlaces,
  pastedPlaces,
  placeLink,
  sourceOf,
  suffixOf,
  type AskedPlace,
  type Batch,
  type Place,
  type PlacesDraft,
  type PlaceSet,
  type TableFormat,
} from '../../lib/placements/placements.ts';
import { isUnderWay } from '../../lib/i18n/describe-job.ts';

export interface PlacesParts {
  readonly form: Pick<LinkForm, 'content' | 'draft' | 'readable'>;
  readonly private: boolean;
  /** What this page kept. */
  readonly stored: PlacesDraft | null;
  /** The set that was typed last, on any page. */
  readonly last: PlaceSet | null;
  /** The stored view of all jobs, unchecked. */
  readonly view: unknown;
  readonly now: () => number;
  /** Of the service's times, once it is known. */
  readonly zone: () => number | undefined;
  readonly newId: () => string;
  /** Writes the draft, and with it what is asked for, in one step: all of it is there or nothing. */
  readonly keep: (draft: PlacesDraft, asks?: readonly ShortenAsk[], last?: PlaceSet) => Promise<void>;
  /** All of them are made: the form's own draft has served. */
  readonly done: () => void;
  /** Which of these are intents still, that the background has not taken up. */
  readonly untaken: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Wakes the background, which takes up what was asked for and writes the view. */
  readonly hello: () => Promise<unknown>;
  /** `null` when it could not be done. */
  readonly act: <K extends PageKind>(kind: K, request: RequestOf<K>) => Promise<ReplyOf<K> | null>;
  /** The person looks at this page now. */
  readonly visible: () => boolean;
  /** Whether the text is really on the clipboard. */
  readonly copy: (text: string) => Promise<boolean>;
  readonly table: (format: TableFormat, cells: readonly (readonly string[])[]) => Promise<string>;
}

/** How one place stands. `gone`: its job is kept no longer, and how it ended was not heard here. */
export type Standing = 'waiting' | 'question' | 'made' | 'refused' | 'cancelled' | 'gone';

export interface PlaceRow {
  readonly place: AskedPlace;
  readonly job: JobView | null;
  readonly standing: Standing;
  readonly alias: string;
  /** Where its link leads. */
  readonly address: string;
}

/** What came of the last act, told once. */
export type Note =
  | { readonly name: 'copied' | 'copy-failed'; readonly what: string }
  | { readonly name: 'given-up' | 'pasted'; readonly count: number }
  | { readonly name: 'not-stored' };

/** The table as a whole, where a note tells of a copy. */
export const wholeTable = 'table';

export type PlacesModel = ReturnType<typeof createPlacesModel>;

/** Between two hellos while something is under way, in ms: after one that was lost, and otherwise. */
const helloEvery = { lost: 1_000, other: 10_000 };
/** So long after the first hello every intent has been met, in ms. */
const metAfter = 5_000;

export function createPlacesModel(parts: PlacesParts) {
  const { form } = parts;
  const { stored } = parts;
  const set = signal<PlaceSet>(stored?.set ?? noPlaces.set);
  const batch = signal<Batch | null>(stored?.batch ?? null);
  const format = signal<TableFormat>(stored?.format ?? noPlaces.format);
  const view = signal<ActivityView | null>(null);
  const now = signal(parts.now());
  const note = signal<Note | null>(null);
  /** The asks are being written. */
  const asking = signal(false);
  /** Jobs that a view has told of, or that were looked for in vain: those that a view lacks are kept no longer. */
  const met = signal<ReadonlySet<string>>(new Set());
  const told = new Set<string>();
  let hello = { at: 0, every: 0 };
  /** When the background was greeted first after the last ask, and answered. */
  let firstHello: number | null = null;

  const alias = computed(() => form.draft.value.alias);
  const problems = computed(() => placeProblems(set.value, alias.value));
  const begun = computed(() => set.value.places.filter(isBegun));
  const ready = computed(
    () =>
      begun.value.length > 0 &&
      form.readable.value.ok &&
      !asking.value &&
      !areBlocking(problems.value) &&
      !areBlocking(problemsOf(form.draft.value, now.value, parts.zone())),
  );

  /** What each place replaces with its source. */
  const replaced = computed((): string | null => {
    const name = set.value.parameter.trim();
    const address = form.readable.value.ok ? form.readable.value.address : '';
    const inUrl = parse(address)?.searchParams.getAll(name) ?? [];
    const entered = form.draft.value.extras?.parameters.filter((one) => one.name.trim() === name) ?? [];
    const values = [...inUrl, ...entered.map(({ value }) => value.trim())].filter((value) => value !== '');
    return begun.value.length === 0 || values.length === 0 ? null : [...new Set(values)].join(', ');
  });

  const rows = computed((): PlaceRow[] => {
    const asked = batch.value;
    if (asked === null) return [];
    return asked.asked.map((place) => {
      const job = view.value?.jobs.find(({ id }) => id === place.id) ?? null;
      return {
        place,
        job,
        standing: standingOf(place, job),
        alias: aliasWith(asked.base.alias, place.suffix),
        address: landingOf(placeLink(asked.base, asked.parameter, place)),
      };
    });
  });

  function standingOf({ id, shortUrl }: AskedPlace, job: JobView | null): Standing {
    if (shortUrl !== null) return 'made';
    if (job === null) return met.value.has(id) ? 'gone' : 'waiting';
    if (job.question !== null) return 'question';
    if (job.state === 'done') return 'made';
    return isUnderWay(job) ? 'waiting' : job.state === 'refused' ? 'refused' : 'cancelled';
  }

  const waiting = computed(() => rows.value.filter(({ standing }) => standing === 'waiting'));

  const draft = (): PlacesDraft => ({ set: set.peek(), batch: batch.peek(), format: format.peek() });
  /** What was typed, for a page that is opened once this one is closed; nothing while there is nothing. */
  const typed = () => (begun.peek().length > 0 ? { ...set.peek(), places: begun.peek() } : undefined);
  const save = () => void parts.keep(draft()).catch(() => undefined);

  function change(fields: Partial<PlaceSet>): void {
    note.value = null;
    set.value = { ...set.peek(), ...fields };
    // The page still has what was typed; "Shorten" tells when nothing can be stored.
    parts.keep(draft(), [], typed()).catch(() => undefined);
  }

  function changeBatch(asked: readonly AskedPlace[]): void {
    const before = batch.peek();
    if (before !== null) batch.value = { ...before, asked: [...asked] };
  }

  /** With what is no longer kept of it: the password as it stands in the form. */
  function baseOf({ base, hadPassword }: Batch): LinkDraft {
    const { password = '' } = form.content().extras ?? {};
    return hadPassword ? { ...base, extras: { ...noExtras, ...base.extras, password } } : base;
  }

  function askFor({ base, parameter }: Pick<Batch, 'base' | 'parameter'>, place: AskedPlace, at: number) {
    const link = placeLink(base, parameter, place);
    return { id: place.id, at, kind: 'shorten', from: 'places', private: parts.private, link } as const;
  }

  /** A newer view of all jobs. */
  function show(raw: unknown): void {
    const read = activityViewSchema.safeParse(raw);
    if (!read.success) return;
    view.value = read.data;
    now.value = parts.now();
    const ids = new Set(read.data.jobs.map(({ id }) => id));
    const mine = batch.peek()?.asked ?? [];
    if (mine.some(({ id }) => ids.has(id) && !met.peek().has(id)))
      met.value = new Set([...met.peek(), ...mine.map(({ id }) => id).filter((id) => ids.has(id))]);
    const heard = mine.map((place) => {
      const made = read.data.jobs.find(({ id }) => id === place.id)?.made?.shortUrl;
      return place.shortUrl === null && made ? { ...place, shortUrl: made } : place;
    });
    if (heard.some((place, at) => place !== mine[at])) {
      changeBatch(heard);
      save();
      if (heard.every(({ shortUrl }) => shortUrl !== null)) parts.done();
    }
    tellSeen();
  }

  /** The person has been shown what was refused. */
  function tellSeen(): void {
    if (!parts.visible()) return;
    for (const { place, standing } of rows.peek()) {
      if (standing !== 'refused' || told.has(place.id)) continue;
      told.add(place.id);
      void parts.act('seen', { id: place.id });
    }
  }

  function greet(): void {
    const at = parts.now();
    hello = { at, every: helloEvery.other };
    parts.hello().then(
      () => (firstHello ??= at),
      () => (hello = { at, every: helloEvery.lost }),
    );
  }

  /** Once the background has had time to take everything up: what is neither a job nor an intent is kept no longer. */
  async function lookForUnmet(): Promise<void> {
    const unmet = waiting.peek().filter(({ job }) => job === null);
    if (unmet.length === 0 || firstHello === null || parts.now() - firstHello < metAfter) return;
    firstHello = parts.now();
    const ids = unmet.map(({ place }) => place.id);
    const left = await parts.untaken(ids).catch(() => ids);
    met.value = new Set([...met.peek(), ...ids.filter((id) => !left.includes(id))]);
  }

  show(parts.view);

  return {
    parts,
    set,
    batch,
    format,
    view,
    now,
    note,
    alias,
    problems,
    begun,
    ready,
    replaced,
    rows,
    waiting,
    show,
    greet,

    change,

    /** Where the link of a place that is being typed will lead. */
    urlOf(place: Place): string {
      if (!isBegun(place) || !form.readable.value.ok) return '';
      const link: LinkDraft = { ...form.draft.value, address: form.readable.value.address };
      return landingOf(placeLink(link, set.value.parameter, { source: sourceOf(place), suffix: '' }));
    },

    chooseFormat(chosen: TableFormat): void {
      format.value = chosen;
      save();
    },

    /** The set that was typed last, or one empty row to begin with. */
    begin(places: PlaceSet | null): void {
      change(places ?? { places: [noPlace] });
    },

    /** @returns the row of the last place of it; `null` for a text that belongs into the field as it is */
    paste(row: number, text: string): number | null {
      const pasted = pastedPlaces(text);
      if (pasted === null) return null;
      const { places } = set.peek();
      const here = places[row];
      // A row that was begun stays.
      const kept: Place[] = here !== undefined && isBegun(here) ? [here] : [];
      change({ places: places.toSpliced(row, 1, ...kept, ...pasted) });
      note.value = { name: 'pasted', count: pasted.length };
      return row + kept.length + pasted.length - 1;
    },

    /** Asks for all of them: written as one before the background hears of any. */
    async shorten(): Promise<void> {
      if (!ready.peek()) return;
      asking.value = true;
      note.value = null;
      const [base, at, { parameter }] = [form.content(), parts.now(), set.peek()];
      // The background meets them in the order of their ids.
      const ids = begun.peek().map(() => parts.newId());
      ids.sort((one, other) => (one < other ? -1 : 1));
      const asked = begun.peek().map((place, row) => ({
        id: ids[row] ?? parts.newId(),
        name: place.name.trim(),
        source: sourceOf(place),
        suffix: suffixOf(place, base.alias),
        typed: null,
        shortUrl: null,
      }));
      const next: Batch = {
        base: withoutPassword(base),
        hadPassword: !!base.extras?.password,
        parameter: parameter.trim(),
        asked,
      };
      const asks = asked.map((place) => askFor({ base, parameter }, place, at));
      try {
        await parts.keep({ ...draft(), batch: next }, asks, typed());
        batch.value = next;
        // What was typed while they were being written.
        save();
        firstHello = null;
        greet();
      } catch {
        note.value = { name: 'not-stored' };
      } finally {
        asking.value = false;
      }
    },

    /** Another suffix for a place that was refused. */
    retype(id: string, typed: string): void {
      changeBatch(
        (batch.peek()?.asked ?? []).map((place) => (place.id === id ? { ...place, typed } : place)),
      );
      save();
    },

    /** Whether another place has this alias already. */
    clashes({ place }: PlaceRow): boolean {
      const all = batch.value;
      if (all === null) return false;
      const aliasFor = (suffix: string) => aliasWith(all.base.alias, suffix).toLowerCase();
      const wanted = aliasFor(place.typed ?? place.suffix);
      return (
        wanted !== '' && all.asked.some(({ id, suffix }) => id !== place.id && aliasFor(suffix) === wanted)
      );
    },

    /** Its password is kept nowhere and has to be typed in the form once more. */
    lacksPassword({ job }: PlaceRow): boolean {
      const typed = form.draft.value.extras?.password ?? '';
      return job?.passwordDropped === true && typed === '';
    },

    /** Once more what was refused or cancelled: the same job, or one of its own where something is different. */
    async tryAgain({ place, job }: PlaceRow): Promise<void> {
      const before = batch.peek();
      if (before === null || asking.peek()) return;
      note.value = null;
      const suffix = (place.typed ?? place.suffix).trim();
      if (suffix === place.suffix && job?.passwordDropped !== true) {
        told.delete(place.id);
        await parts.act('retry', { id: place.id });
        return;
      }
      asking.value = true;
      const next: AskedPlace = { ...place, id: parts.newId(), suffix, typed: null };
      const asked = before.asked.map((other) => (other.id === place.id ? next : other));
      const base = baseOf(before);
      try {
        await parts.keep({ ...draft(), batch: { ...before, asked } }, [
          askFor({ base, parameter: before.parameter }, next, parts.now()),
        ]);
        // What was heard of the others meanwhile stands.
        changeBatch((batch.peek()?.asked ?? []).map((other) => (other.id === place.id ? next : other)));
        save();
        firstHello = null;
        greet();
        void parts.act('seen', { id: place.id });
      } catch {
        note.value = { name: 'not-stored' };
      } finally {
        asking.value = false;
      }
    },

    decide: (id: string, choice: Decision) => void parts.act('decide', { id, choice }),

    /** Of these places only: what else waits is not this page's. */
    async cancelWaiting(): Promise<void> {
      const ids = waiting.peek().map(({ place }) => place.id);
      const given = await Promise.all(ids.map((id) => parts.act('cancel', { id })));
      note.value = { name: 'given-up', count: given.filter((done) => done === true).length };
    },

    /** Back to the rows; what was made stays in Recent. */
    leave(): void {
      note.value = null;
      batch.value = null;
      save();
    },

    async copy(shortUrl: string): Promise<void> {
      note.value = { name: (await parts.copy(shortUrl)) ? 'copied' : 'copy-failed', what: shortUrl };
    },

    /** @param header the names of the columns: place, short link, address, source */
    async copyTable(header: readonly string[]): Promise<void> {
      const cells = rows
        .peek()
        .map(({ place, address }) => [place.name, place.shortUrl ?? '', address, place.source]);
      // A writer that does not load is told as a copy that failed.
      const text = await parts.table(format.peek(), [header, ...cells]).catch(() => null);
      const done = text !== null && (await parts.copy(text));
      note.value = { name: done ? 'copied' : 'copy-failed', what: wholeTable };
    },

    /** The page has come to the front: it may have slept, and the background with it. */
    shown(): void {
      tellSeen();
      if (waiting.peek().length > 0) greet();
    },

    /** Time has passed. */
    tick(): void {
      const at = parts.now();
      now.value = at;
      // Whichever way the clock was set meanwhile.
      if (waiting.peek().length > 0 && Math.abs(at - hello.at) >= hello.every) greet();
      void lookForUnmet();
    },
  };
}
