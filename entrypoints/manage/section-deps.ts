/** The dependencies of a section: the browser, the background and the mirror. */
import type { ReadonlySignal } from '@preact/signals';
import type { copyInPage } from '../../lib/browser/clipboard.ts';
import type { Bulk } from '../../lib/bulk/bulk-job.ts';
import type { Command } from '../../lib/outbox/commands.ts';
import type { JobResult } from '../../lib/outbox/job-result.ts';
import type { Failure } from '../../lib/api/failure.ts';
import type { ApiReader } from '../../lib/messages/api-reader.ts';
import type { SaveResult } from '../../lib/messages/save-account.ts';
import type { MirrorReader } from '../../lib/mirror/mirror-reader.ts';
import type { ActivityView } from '../../lib/views/activity-view.ts';
import type { ManageProps } from './model.ts';
import type { SectionName } from './section-names.ts';

/** Replaceable by fakes in unit tests. */
export interface SectionDeps {
  /** Names the account and its mirror databases; empty when not connected, or not known yet. */
  readonly scope: ReadonlySignal<string>;
  readonly view: ReadonlySignal<ActivityView | null>;
  /** The part of the page's hash after the section's name, for example an id; empty for none. */
  readonly item: ReadonlySignal<string>;
  /** Epoch ms. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Sent with the priority of a user's request. */
  readonly read: ApiReader;
  /** Submits a command and waits for its result; never throws. @param id set by a caller that follows the job */
  readonly submit: (command: CommandBody, id?: string) => Promise<SubmitResult>;
  readonly mirror: MirrorReader;
  /** Syncs the mirror and resumes bulks. */
  readonly sync: (options?: {
    /** Syncs also a fresh mirror. */
    readonly force?: boolean;
    /** The id of work that was announced with `announceWork` and is stored by now. */
    readonly work?: string;
  }) => void;
  /** Called before work for the sync host is stored, which then starts even if this page closes right after that. */
  readonly announceWork: (work: string) => Promise<void>;
  readonly copy: typeof copyInPage;
  readonly navigate: (section: SectionName, item?: string) => void;
  /** Sent without being stored: the fields hold a password. */
  readonly saveAccount: (fields: {
    readonly email?: string;
    readonly password?: string;
  }) => Promise<SaveResult>;
  /** All batches, newest first. */
  readonly bulks: ReadonlySignal<readonly Bulk[]>;
}

export interface SectionProps extends ManageProps {
  readonly deps: SectionDeps;
}

type Body<A> = A extends Command ? Omit<A, 'id' | 'at' | 'private'> : never;
/** A command without the fields that every command has. */
export type CommandBody = Body<Command>;

/** `failure` is `null` when the command was canceled. */
export type SubmitResult =
  | { readonly ok: true; readonly result: JobResult | null }
  | { readonly ok: false; readonly failure: Failure | null };
