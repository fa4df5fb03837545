/** The panels that the buttons below a created link open: loaded when one is pressed. */
import type { VNode } from 'preact';
import styles from '../../components/link-actions/link-actions.css?inline';
import type { AssignDeps } from '../../components/assign-to.tsx';
import { LinkActionPanel, type LinkActionDeps } from '../../components/link-actions/link-actions.tsx';
import type { LinkAction } from '../../components/link-actions/link-action-buttons.tsx';
import * as browserShare from '../../lib/browser/share.ts';
import { readStorage } from '../../lib/browser/storage.ts';
import { createCopyPreference } from '../../lib/storage/copy-preference.ts';
import { findCampaign, followCampaign } from '../../lib/mirror/quick-lookup.ts';
import type { PickerOption } from '../../lib/draft/draft.ts';
import type { AssignCommand } from '../../lib/outbox/commands.ts';
import { addStyles } from './add-styles.ts';
// Its rules come before those below.
import './lazy-styles.ts';
import type { PopupModel } from './model.ts';

addStyles(styles);

export interface ActionLink {
  readonly id: string | null;
  readonly shortUrl: string;
  /** The destination. */
  readonly url: string;
}

export async function renderLinkAction(
  model: PopupModel,
  action: LinkAction,
  { id, shortUrl, url }: ActionLink,
): Promise<VNode> {
  const campaign = action === 'addTo' ? await findCampaign(model.view.peek(), id) : undefined;
  /** "Copied" is shown beside the link only while the clipboard holds the link, in whatever format. */
  const noteCopy = async (copying: Promise<boolean>, what: string) => {
    const done = await copying;
    if (done) {
      model.copied.value = what.includes(shortUrl) ? shortUrl : what;
      model.copyFailed.value = '';
    }
    return done;
  };
  const deps: LinkActionDeps = {
    ...browserShare,
    ...createCopyPreference(
      (key) => readStorage('local', key),
      (preferences) => model.deps.send('save-preferences', preferences),
    ),
    assign: assignDeps(model, { id, shortUrl }, campaign),
    copy: (text) => noteCopy(model.deps.copy(text), text),
    copyMarkup: (html, text) => noteCopy(browserShare.copyMarkup(html, text), text),
    copyImage: (squares) => noteCopy(browserShare.copyImage(squares), 'a picture'),
  };
  const link = { shortUrl, url, title: model.form.draft.value.title };
  return <LinkActionPanel key={action} action={action} link={link} deps={deps} />;
}

function assignDeps(
  model: PopupModel,
  { id, shortUrl }: Pick<ActionLink, 'id' | 'shortUrl'>,
  campaign: PickerOption | undefined,
): AssignDeps {
  const noteAdded = ({ kind, to }: Pick<AssignCommand, 'kind' | 'to'>) => {
    const before = model.addedTo.peek();
    model.addedTo.value = {
      ...(before?.shortUrl === shortUrl && before),
      shortUrl,
      [kind === 'assign-campaign' ? 'campaign' : 'channel']: to.name,
    };
  };
  const commandBase = () => ({ at: model.deps.now(), private: model.page.private });
  return {
    campaign,
    followCampaign: (onFound) => followCampaign(() => model.view.peek(), id, onFound),
    lists: () => model.view.value,
    status: () => model.view.value,
    now: () => model.now.value,
    newId: model.deps.newId,
    create: async (record) => (await model.deps.submit({ ...record, ...commandBase() }))?.result?.id ?? null,
    async submit(command) {
      const ended = await model.deps.submit({ ...command, ...commandBase(), name: shortUrl, item: id ?? '' });
      if (ended?.state === 'done') noteAdded(command);
      return { state: ended?.state ?? 'queued' };
    },
  };
}
