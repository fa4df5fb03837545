/** What a room of the manage page is handed: all that it knows of the browser, the background and the mirror. */
import type { ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Command } from '../../lib/outbox/commands.ts';
import type { JobResult } from '../../lib/outbox/job-result.ts';
import type { Call } from '../../lib/api/call.ts';
import type { Failure } from '../../lib/api/failure.ts';
import type { MirrorReader } from '../../lib/mirror/mirror-reader.ts';
import type { ActivityView } from '../../lib/views/activity-view.ts';
import type { LinksModel } from './links/links-model.ts';
import type { ManageModel } from './model.ts';
import type { SectionName } from './section-names.ts';

/** All of it works in a unit test with stand-ins. */
export interface SectionDeps {
  /** The account, as the mirror's databases are named by it; empty when not connected, or not known yet. */
  readonly scope: ReadonlySignal<string>;
  readonly view: ReadonlySignal<ActivityView | null>;
  /** What follows the room's name in the page's address, for example an id; empty for none. */
  readonly item: ReadonlySignal<string>;
  /** Epoch ms. */
  readonly now: () => number;
  /** As a person's own question: it goes before everything that nobody waits for. */
  readonly read: Reader;
  /** Puts an ask and tells how it ended; never throws. @param id its job's, where that is to be followed meanwhile */
  readonly submit: (ask: CommandBody, id?: string) => Promise<SubmitResult>;
  readonly mirror: MirrorReader;
  /**
   * Brings the mirror up to date and goes on with bulks; `force` even when it is fresh.
   *
   * @param work what was expected, and is written down now
   */
  readonly sync: (force: boolean, work?: string) => void;
  /** Before work for the keeper is written down: it is gone on with, even if this page ends right after that. */
  readonly announceWork: (work: string) => Promise<void>;
  /** Whether the text is really on the clipboard. */
  readonly copy: (text: string) => Promise<boolean>;
  readonly openPage: (url: string) => void;
  /** Goes to a room of this page. */
  readonly navigate: (section: SectionName, item?: string) => void;
  /** Models that outlive their section, so that the user finds it as it was left. */
  readonly retained: { links?: LinksModel };
  /** Neither journalled nor kept. */
  readonly saveAccount: (fields: {
    readonly email?: string;
    readonly password?: string;
  }) => Promise<SavedAccount>;
}

/** What the module of a room gives. `model` is the page's own: what is under way, and its notices. */
export interface SectionModule {
  readonly render: (deps: SectionDeps, model: ManageModel) => VNode;
}

/** `date` is the answer's own, in epoch ms. */
export type Read<T> =
  | { readonly ok: true; readonly value: T; readonly date: number | null }
  | { readonly ok: false; readonly failure: Failure };
/** Never throws. */
export type Reader = <T>(call: Call<T>) => Promise<Read<T>>;

type Body<A> = A extends Command ? Omit<A, 'id' | 'at' | 'private'> : never;
/** An ask without what every ask has. */
export type CommandBody = Body<Command>;

/** `failure` is `null` when it was cancelled, or could not even be written down. */
export type SubmitResult =
  | { readonly ok: true; readonly made: JobResult | null }
  | { readonly ok: false; readonly failure: Failure | null };

export type SavedAccount =
  { readonly ok: true; readonly message: string | null } | { readonly ok: false; readonly failure: Failure };
