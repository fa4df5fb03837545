/** The popup's model on fakes of storage, background and clipboard. */
import { hasErrors, validateLink } from '../../../lib/forms/validate-link.ts';
import type { Command } from '../../../lib/outbox/commands.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import type { LinkByUrl } from '../../../lib/storage/links-by-url.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { PopupView } from '../../../lib/views/popup-view.ts';
import type { Presets } from '../../../lib/presets/preset.ts';
import { createPopupModel } from '../../../entrypoints/popup/model.ts';
import type { PopupDeps } from '../../../entrypoints/popup/model-deps.ts';
import * as presetParts from '../../../entrypoints/popup/presets/preset-picker.tsx';
import { uuid } from '../../support/samples.ts';
import { fullView } from '../../support/sample-views.ts';

export const page = { address: 'https://example.com/page', title: 'A page', private: false };

export interface PopupOptions {
  readonly page?: PopupDeps['page'];
  readonly view?: PopupView;
  readonly draft?: LinkDraft | null;
  readonly keepsTitle?: boolean;
  readonly passwordOmitted?: boolean;
  readonly known?: LinkByUrl | null;
  readonly now?: () => number;
  readonly ownJob?: string;
  readonly copies?: boolean;
  readonly optionsCheckFails?: boolean;
  readonly presets?: Presets;
  /** Resolves when the preset picker has loaded; immediately by default. */
  readonly presetsLoad?: Promise<void>;
}

export function openPopup(options: PopupOptions = {}) {
  const submitted: Command[] = [];
  const sent: string[] = [];
  const copies: string[] = [];
  /** The draft on disk. */
  const disk = { draft: options.draft ?? null, saves: 0, fails: false };
  /** For each save: a password was typed that is not stored. */
  const omissions: boolean[] = [];
  const replies: ((job: Pick<JobView, 'result'> | null) => void)[] = [];
  const faults: ((error: Error) => void)[] = [];
  const clipboard = { works: options.copies ?? true, focused: true, answers: Promise.resolve() };
  let ids = 0;
  const model = createPopupModel({
    page: options.page ?? page,
    view: options.view ?? fullView(),
    draft: options.draft ?? null,
    storedLink: options.known ?? null,
    ...(options.ownJob !== undefined && { ownJob: options.ownJob }),
    keepsTitle: options.keepsTitle ?? false,
    passwordOmitted: options.passwordOmitted ?? false,
    now: options.now ?? (() => 5_000),
    newId: () => uuid(++ids),
    submit: (command) => {
      submitted.push(command);
      return new Promise((resolve, reject) => {
        replies.push(resolve);
        faults.push(reject);
      });
    },
    send: (kind, request) => sent.push([kind, ...Object.values(request ?? {})].join(' ')),
    saveDraft: async (draft, passwordOmitted) => {
      if (disk.fails) throw new Error('full');
      omissions.push(passwordOmitted);
      disk.draft = structuredClone(draft);
      disk.saves++;
    },
    dropDraft: () => (disk.draft = null),
    loadOptionsCheck: async () => {
      if (options.optionsCheckFails === true) throw new Error('gone');
      return (link, now, zone) => !hasErrors(validateLink(link, now, zone));
    },
    presets: options.presets && { version: 1, data: options.presets },
    loadPresetPicker: async () => {
      await options.presetsLoad;
      return presetParts;
    },
    hasFocus: () => clipboard.focused,
    copy: async (text) => {
      copies.push(text);
      await clipboard.answers;
      return clipboard.works;
    },
  });
  return { model, submitted, sent, copies, disk, omissions, replies, faults, clipboard };
}
