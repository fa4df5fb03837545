/** "More options", in a chunk of its own that loads when they are opened: most links have none. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import styles from '../../../components/link-options/link-options.css?inline';
import { LinkOptions } from '../../../components/link-options/link-options.tsx';
import { countOptions } from '../../../lib/forms/count-options.ts';
import { areBlocking, momentOf, problemsOf, unfinishedExpiry } from '../../../lib/forms/validate-link.ts';
import { quickExpiry } from '../../../lib/draft/quick-expiry.ts';
import { aliasProposals } from '../../../lib/draft/suggest-alias.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { readStored } from '../../../lib/browser/storage.ts';
import { guardTargetNames, noTargetNames, targetNamesKey } from '../../../lib/storage/target-suggestions.ts';
import {
  guardUsedParameters,
  usedParametersKey,
  type UsedValues,
} from '../../../lib/storage/parse-utm-history.ts';
import { sayMoment } from '../../../lib/i18n/format-date-time.ts';
import { say } from '../../../lib/i18n/t.ts';
import { expiryAt, isRelativeExpiry } from '../../../lib/draft/expiry.ts';
import type { PopupModel } from '../model.ts';
import { PageCard } from '../page-metadata/social-card.tsx';
import type { PageLook } from '../page-metadata/page-metadata.ts';
import { SaveAsPreset } from '../presets/save-as-preset.tsx';
import { sentUrls } from '../url-warnings/sent-urls.ts';

// With the chunk, since a style sheet of the page would be there at its first paint.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

export interface MoreOptionsProps {
  readonly model: PopupModel;
  /** At the page below, by what has loaded already. */
  readonly look: PageLook;
  /** To the same form as a page; left out where it is one. */
  readonly onOpenAsPage?: (model: PopupModel) => Promise<void>;
}

export function MoreOptions({ model, look, onOpenAsPage }: MoreOptionsProps) {
  const { form, view, parts } = model;
  const draft = form.draft.value;
  const extras = form.extras.value;
  const tags = look.tags.value;
  const { zone } = view.value;
  // A span is shown as the date that it comes to now.
  const isCounted = isRelativeExpiry(extras.expiry);
  const expiry = isCounted ? expiryAt(extras.expiry, new Date(parts.now()), zone) : extras.expiry;
  const expires = zone === undefined ? null : momentOf(expiry, zone);
  const aliases = useMemo(
    () => aliasProposals(draft.title, tags?.selected ?? ''),
    [draft.title, tags?.selected],
  );
  const [used, setUsed] = useState<UsedValues>(new Map());
  const [targetNames, setTargetNames] = useState(noTargetNames);
  useEffect(() => {
    readStored('local', usedParametersKey, targetNamesKey).then(
      (kept) => {
        setUsed(guardUsedParameters(kept[usedParametersKey]));
        setTargetNames(guardTargetNames(kept[targetNamesKey]));
      },
      () => undefined,
    );
  }, []);
  useEffect(() => {
    if (look.tags.peek() === null) void look.read(model);
  }, [look, model]);
  return (
    <>
      <LinkOptions
        extras={{ ...extras, expiry }}
        alias={draft.alias}
        domain={draft.domain}
        domains={lastFirst(view.value.domains, view.value.lastDomain)}
        splashPages={view.value.splashPages ?? []}
        overlays={view.value.overlays ?? []}
        problems={problemsOf(draft, parts.now(), zone)}
        count={countOptions(draft)}
        unfinished={unfinishedExpiry}
        expiryAfter={quickExpiry}
        expiryCounted={isCounted}
        expiryHere={expires === null ? null : sayMoment(expires)}
        sent={sentUrls(form.content().address, extras)}
        used={used}
        targetNames={targetNames}
        offers={{ aliases, apple: tags?.apple ?? [], google: tags?.google ?? [] }}
        cardTools={<PageCard model={model} look={look} />}
        onLink={form.change}
        onChange={form.changeExtras}
      />
      {onOpenAsPage && (
        <p class="acts">
          <button type="button" onClick={() => void onOpenAsPage(model)}>
            {say('openAsPage')}
          </button>
        </p>
      )}
      <SaveAsPreset model={model} />
    </>
  );
}

/** Whether nothing in them would be refused for sure, or left out without a word. */
export function canBeSent(draft: LinkDraft, now: number, zone?: number): boolean {
  return !areBlocking(problemsOf(draft, now, zone));
}

/** The domain used last comes first; it is chosen by nobody but the person, as links can't be changed. */
function lastFirst(domains: readonly string[], last: string): string[] {
  return domains.toSorted((a, b) => Number(b === last) - Number(a === last));
}
