/** The interface between the popup's model and the browser, so that tests can stand in for it (deps.ts implements it). */
import type { copyInPage } from '../../lib/browser/clipboard.ts';
import type { LinkDraft } from '../../lib/draft/draft.ts';
import type { MessageKind, RequestOf } from '../../lib/messages/protocol.ts';
import type { Command } from '../../lib/outbox/commands.ts';
import type { LinkByUrl } from '../../lib/storage/links-by-url.ts';
import type { JobView } from '../../lib/views/job-view.ts';
import type { PopupView } from '../../lib/views/popup-view.ts';
import type * as presetPicker from './presets/preset-picker.tsx';

/** Messages that the popup sends without waiting for a reply: the stored view shows the result. */
type PopupNotice = Extract<
  MessageKind,
  'cancel' | 'skip-delay' | 'retry' | 'decide' | 'retry-now' | 'acknowledge' | 'save-preferences'
>;

export type OptionsCheck = (draft: LinkDraft, now: number, utcOffset?: number) => boolean;

export interface PopupDeps {
  readonly page: {
    readonly address: string;
    readonly title: string;
    readonly private: boolean;
    /** More than one: they can be shortened together. */
    readonly selectedTabs?: number;
  };
  readonly view: PopupView;
  /** The job that a page without a URL of its own submitted before it was reloaded; empty for none. */
  readonly ownJob?: string;
  /** The stored draft: typed here before and not submitted. */
  readonly draft: LinkDraft | null;
  /** The short link that the page's URL has already. */
  readonly storedLink?: LinkByUrl | null;
  /** A link is corrected: its title stays, also with another URL. */
  readonly keepsTitle?: boolean;
  /** A password was typed here before, which is never stored. */
  readonly passwordOmitted: boolean;
  readonly now: () => number;
  readonly newId: () => string;
  /** Stores the intent and nudges the background. The stored view shows the result, too; the reply is only quicker. */
  readonly submit: (
    command: Command,
  ) => Promise<(Pick<JobView, 'result'> & Partial<Pick<JobView, 'state' | 'failure'>>) | null>;
  readonly send: <K extends PopupNotice>(kind: K, request: RequestOf<K>) => void;
  /** Rejects where it can't be stored. */
  readonly saveDraft: (draft: LinkDraft, passwordOmitted: boolean) => Promise<void>;
  readonly dropDraft: () => void;
  /** Loads the validation of "More options", which most links have nothing in. */
  readonly loadOptionsCheck: () => Promise<OptionsCheck>;
  /** Presets as stored, unchecked; `undefined` for none. */
  readonly presets: unknown;
  /** Loads the code that chooses among them. */
  readonly loadPresetPicker: () => Promise<typeof presetPicker>;
  readonly copy: typeof copyInPage;
  readonly hasFocus: () => boolean;
}
