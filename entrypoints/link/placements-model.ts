/**
 * Several places for the link form's address: their rows, and what was asked for, as the stored view tells of it. Asks
 * and watches through what is handed in; the components only draw it.
 */
import { computed, signal } from '@preact/signals';
import type { LinkForm } from '../../lib/forms/link-form.ts';
import { hasErrors, validateLink } from '../../lib/forms/validate-link.ts';
import { validatePlacements } from '../../lib/forms/validate-placements.ts';
import type { PageKind, ReplyOf, RequestOf } from '../../lib/messages/protocol.ts';
import type { Decision } from '../../lib/outbox/job.ts';
import type { CreateLinkCommand } from '../../lib/outbox/commands.ts';
import { parseUrl } from '../../lib/api/base-url.ts';
import { activityViewSchema, type ActivityView } from '../../lib/views/activity-view.ts';
import type { JobView } from '../../lib/views/job-view.ts';
import { redactPassword } from '../../lib/draft/redact-password.ts';
import type { LinkDraft } from '../../lib/draft/draft.ts';
import { defaultLinkOptions } from '../../lib/draft/parse-options.ts';
import {
  aliasWith,
  isStarted,
  targetUrl,
  emptyPlacement,
  emptyPlacements,
  parsePasted,
  placementLink,
  sourceOf,
  suffixOf,
  type SubmittedPlacement,
  type Batch,
  type Placement,
  type PlacementsDraft,
  type PlacementSet,
  type TableFormat,
} from '../../lib/placements/placements.ts';
import { isJobActive } from '../../lib/i18n/describe-job.ts';

export interface PlacementsDeps {
  readonly form: Pick<LinkForm, 'content' | 'draft' | 'readable'>;
  readonly private: boolean;
  /** What this page kept. */
  readonly stored: PlacementsDraft | null;
  /** The set that was typed last, on any page. */
  readonly last: PlacementSet | null;
  /** The stored view of all jobs, unchecked. */
  readonly view: unknown;
  readonly now: () => number;
  /** Of the service's times, once it is known. */
  readonly zone: () => number | undefined;
  readonly newId: () => string;
  /** Writes the draft, and with it what is asked for, in one step: all of it is there or nothing. */
  readonly keep: (
    draft: PlacementsDraft,
    asks?: readonly CreateLinkCommand[],
    last?: PlacementSet,
  ) => Promise<void>;
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
export type PlacementState = 'waiting' | 'question' | 'made' | 'refused' | 'cancelled' | 'gone';

export interface PlacementRow {
  readonly place: SubmittedPlacement;
  readonly job: JobView | null;
  readonly standing: PlacementState;
  readonly alias: string;
  /** Where its link leads. */
  readonly address: string;
}

/** What came of the last act, told once. */
export type PlacementNotice =
  | { readonly name: 'copied' | 'copy-failed'; readonly what: string }
  | { readonly name: 'given-up' | 'pasted'; readonly count: number }
  | { readonly name: 'not-stored' };

/** The table as a whole, where a note tells of a copy. */
export const wholeTable = 'table';

export type PlacementsModel = ReturnType<typeof createPlacementsModel>;

/** Between two hellos while something is under way, in ms: after one that was lost, and otherwise. */
const helloEvery = { lost: 1_000, other: 10_000 };
/** So long after the first hello every intent has been met, in ms. */
const metAfter = 5_000;

export function createPlacementsModel(deps: PlacementsDeps) {
  const { form } = deps;
  const { stored } = deps;
  const set = signal<PlacementSet>(stored?.set ?? emptyPlacements.set);
  const batch = signal<Batch | null>(stored?.batch ?? null);
  const format = signal<TableFormat>(stored?.format ?? emptyPlacements.format);
  const view = signal<ActivityView | null>(null);
  const now = signal(deps.now());
  const note = signal<PlacementNotice | null>(null);
  /** The asks are being written. */
  const asking = signal(false);
  /** Jobs that a view has told of, or that were looked for in vain: those that a view lacks are kept no longer. */
  const met = signal<ReadonlySet<string>>(new Set());
  const told = new Set<string>();
  let hello = { at: 0, every: 0 };
  /** When the background was greeted first after the last ask, and answered. */
  let firstHello: number | null = null;

  const alias = computed(() => form.draft.value.alias);
  const problems = computed(() => validatePlacements(set.value, alias.value));
  const begun = computed(() => set.value.places.filter(isStarted));
  const ready = computed(
    () =>
      begun.value.length > 0 &&
      form.readable.value.ok &&
      !asking.value &&
      !hasErrors(problems.value) &&
      !hasErrors(validateLink(form.draft.value, now.value, deps.zone())),
  );

  /** What each place replaces with its source. */
  const replaced = computed((): string | null => {
    const name = set.value.parameter.trim();
    const address = form.readable.value.ok ? form.readable.value.address : '';
    const inUrl = parseUrl(address)?.searchParams.getAll(name) ?? [];
    const entered = form.draft.value.extras?.parameters.filter((one) => one.name.trim() === name) ?? [];
    const values = [...inUrl, ...entered.map(({ value }) => value.trim())].filter((value) => value !== '');
    return begun.value.length === 0 || values.length === 0 ? null : [...new Set(values)].join(', ');
  });

  const rows = computed((): PlacementRow[] => {
    const asked = batch.value;
    if (asked === null) return [];
    return asked.asked.map((place) => {
      const job = view.value?.jobs.find(({ id }) => id === place.id) ?? null;
      return {
        place,
        job,
        standing: standingOf(place, job),
        alias: aliasWith(asked.base.alias, place.suffix),
        address: targetUrl(placementLink(asked.base, asked.parameter, place)),
      };
    });
  });

  function standingOf({ id, shortUrl }: SubmittedPlacement, job: JobView | null): PlacementState {
    if (shortUrl !== null) return 'made';
    if (job === null) return met.value.has(id) ? 'gone' : 'waiting';
    if (job.question !== null) return 'question';
    if (job.state === 'done') return 'made';
    return isJobActive(job) ? 'waiting' : job.state === 'refused' ? 'refused' : 'cancelled';
  }

  const waiting = computed(() => rows.value.filter(({ standing }) => standing === 'waiting'));

  const draft = (): PlacementsDraft => ({ set: set.peek(), batch: batch.peek(), format: format.peek() });
  /** What was typed, for a page that is opened once this one is closed; nothing while there is nothing. */
  const typed = () => (begun.peek().length > 0 ? { ...set.peek(), places: begun.peek() } : undefined);
  const save = () => void deps.keep(draft()).catch(() => undefined);

  function change(fields: Partial<PlacementSet>): void {
    note.value = null;
    set.value = { ...set.peek(), ...fields };
    // The page still has what was typed; "Shorten" tells when nothing can be stored.
    deps.keep(draft(), [], typed()).catch(() => undefined);
  }

  function changeBatch(asked: readonly SubmittedPlacement[]): void {
    const before = batch.peek();
    if (before !== null) batch.value = { ...before, asked: [...asked] };
  }

  /** With what is no longer kept of it: the password as it stands in the form. */
  function baseOf({ base, hadPassword }: Batch): LinkDraft {
    const { password = '' } = form.content().extras ?? {};
    return hadPassword ? { ...base, extras: { ...defaultLinkOptions, ...base.extras, password } } : base;
  }

  function askFor(
    { base, parameter }: Pick<Batch, 'base' | 'parameter'>,
    place: SubmittedPlacement,
    at: number,
  ) {
    const link = placementLink(base, parameter, place);
    return { id: place.id, at, kind: 'shorten', from: 'places', private: deps.private, link } as const;
  }

  /** A newer view of all jobs. */
  function show(raw: unknown): void {
    const read = activityViewSchema.safeParse(raw);
    if (!read.success) return;
    view.value = read.data;
    now.value = deps.now();
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
      if (heard.every(({ shortUrl }) => shortUrl !== null)) deps.done();
    }
    tellSeen();
  }

  /** The person has been shown what was refused. */
  function tellSeen(): void {
    if (!deps.visible()) return;
    for (const { place, standing } of rows.peek()) {
      if (standing !== 'refused' || told.has(place.id)) continue;
      told.add(place.id);
      void deps.act('seen', { id: place.id });
    }
  }

  function greet(): void {
    const at = deps.now();
    hello = { at, every: helloEvery.other };
    deps.hello().then(
      () => (firstHello ??= at),
      () => (hello = { at, every: helloEvery.lost }),
    );
  }

  /** Once the background has had time to take everything up: what is neither a job nor an intent is kept no longer. */
  async function lookForUnmet(): Promise<void> {
    const unmet = waiting.peek().filter(({ job }) => job === null);
    if (unmet.length === 0 || firstHello === null || deps.now() - firstHello < metAfter) return;
    firstHello = deps.now();
    const ids = unmet.map(({ place }) => place.id);
    const left = await deps.untaken(ids).catch(() => ids);
    met.value = new Set([...met.peek(), ...ids.filter((id) => !left.includes(id))]);
  }

  show(deps.view);

  return {
    deps,
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
    urlOf(place: Placement): string {
      if (!isStarted(place) || !form.readable.value.ok) return '';
      const link: LinkDraft = { ...form.draft.value, address: form.readable.value.address };
      return targetUrl(placementLink(link, set.value.parameter, { source: sourceOf(place), suffix: '' }));
    },

    chooseFormat(chosen: TableFormat): void {
      format.value = chosen;
      save();
    },

    /** The set that was typed last, or one empty row to begin with. */
    begin(places: PlacementSet | null): void {
      change(places ?? { places: [emptyPlacement] });
    },

    /** @returns the row of the last place of it; `null` for a text that belongs into the field as it is */
    paste(row: number, text: string): number | null {
      const pasted = parsePasted(text);
      if (pasted === null) return null;
      const { places } = set.peek();
      const here = places[row];
      // A row that was begun stays.
      const kept: Placement[] = here !== undefined && isStarted(here) ? [here] : [];
      change({ places: places.toSpliced(row, 1, ...kept, ...pasted) });
      note.value = { name: 'pasted', count: pasted.length };
      return row + kept.length + pasted.length - 1;
    },

    /** Asks for all of them: written as one before the background hears of any. */
    async shorten(): Promise<void> {
      if (!ready.peek()) return;
      asking.value = true;
      note.value = null;
      const [base, at, { parameter }] = [form.content(), deps.now(), set.peek()];
      // The background meets them in the order of their ids.
      const ids = begun.peek().map(() => deps.newId());
      ids.sort((one, other) => (one < other ? -1 : 1));
      const asked = begun.peek().map((place, row) => ({
        id: ids[row] ?? deps.newId(),
        name: place.name.trim(),
        source: sourceOf(place),
        suffix: suffixOf(place, base.alias),
        typed: null,
        shortUrl: null,
      }));
      const next: Batch = {
        base: redactPassword(base),
        hadPassword: !!base.extras?.password,
        parameter: parameter.trim(),
        asked,
      };
      const asks = asked.map((place) => askFor({ base, parameter }, place, at));
      try {
        await deps.keep({ ...draft(), batch: next }, asks, typed());
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
    clashes({ place }: PlacementRow): boolean {
      const all = batch.value;
      if (all === null) return false;
      const aliasFor = (suffix: string) => aliasWith(all.base.alias, suffix).toLowerCase();
      const wanted = aliasFor(place.typed ?? place.suffix);
      return (
        wanted !== '' && all.asked.some(({ id, suffix }) => id !== place.id && aliasFor(suffix) === wanted)
      );
    },

    /** Its password is kept nowhere and has to be typed in the form once more. */
    lacksPassword({ job }: PlacementRow): boolean {
      const typed = form.draft.value.extras?.password ?? '';
      return job?.passwordDropped === true && typed === '';
    },

    /** Once more what was refused or cancelled: the same job, or one of its own where something is different. */
    async tryAgain({ place, job }: PlacementRow): Promise<void> {
      const before = batch.peek();
      if (before === null || asking.peek()) return;
      note.value = null;
      const suffix = (place.typed ?? place.suffix).trim();
      if (suffix === place.suffix && job?.passwordDropped !== true) {
        told.delete(place.id);
        await deps.act('retry', { id: place.id });
        return;
      }
      asking.value = true;
      const next: SubmittedPlacement = { ...place, id: deps.newId(), suffix, typed: null };
      const asked = before.asked.map((other) => (other.id === place.id ? next : other));
      const base = baseOf(before);
      try {
        await deps.keep({ ...draft(), batch: { ...before, asked } }, [
          askFor({ base, parameter: before.parameter }, next, deps.now()),
        ]);
        // What was heard of the others meanwhile stands.
        changeBatch((batch.peek()?.asked ?? []).map((other) => (other.id === place.id ? next : other)));
        save();
        firstHello = null;
        greet();
        void deps.act('seen', { id: place.id });
      } catch {
        note.value = { name: 'not-stored' };
      } finally {
        asking.value = false;
      }
    },

    decide: (id: string, choice: Decision) => void deps.act('decide', { id, choice }),

    /** Of these places only: what else waits is not this page's. */
    async cancelWaiting(): Promise<void> {
      const ids = waiting.peek().map(({ place }) => place.id);
      const given = await Promise.all(ids.map((id) => deps.act('cancel', { id })));
      note.value = { name: 'given-up', count: given.filter((done) => done === true).length };
    },

    /** Back to the rows; what was made stays in Recent. */
    leave(): void {
      note.value = null;
      batch.value = null;
      save();
    },

    async copy(shortUrl: string): Promise<void> {
      note.value = { name: (await deps.copy(shortUrl)) ? 'copied' : 'copy-failed', what: shortUrl };
    },

    /** @param header the names of the columns: place, short link, address, source */
    async copyTable(header: readonly string[]): Promise<void> {
      const cells = rows
        .peek()
        .map(({ place, address }) => [place.name, place.shortUrl ?? '', address, place.source]);
      // A writer that does not load is told as a copy that failed.
      const text = await deps.table(format.peek(), [header, ...cells]).catch(() => null);
      const done = text !== null && (await deps.copy(text));
      note.value = { name: done ? 'copied' : 'copy-failed', what: wholeTable };
    },

    /** The page has come to the front: it may have slept, and the background with it. */
    shown(): void {
      tellSeen();
      if (waiting.peek().length > 0) greet();
    },

    /** Time has passed. */
    tick(): void {
      const at = deps.now();
      now.value = at;
      // Whichever way the clock was set meanwhile.
      if (waiting.peek().length > 0 && Math.abs(at - hello.at) >= hello.every) greet();
      void lookForUnmet();
    },
  };
}
