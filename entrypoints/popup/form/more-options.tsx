/** "More options", in a chunk of its own that loads when they are opened: most links have none. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import styles from '../../../components/link-options/link-options.css?inline';
import { LinkOptionsForm } from '../../../components/link-options/link-options.tsx';
import { countOptions } from '../../../lib/forms/count-options.ts';
import {
  hasErrors,
  parseDateTimeLocal,
  validateLink,
  incompleteExpiry,
} from '../../../lib/forms/validate-link.ts';
import { quickExpiry } from '../../../lib/draft/quick-expiry.ts';
import { suggestAliases } from '../../../lib/draft/suggest-alias.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { readStorage } from '../../../lib/browser/storage.ts';
import {
  parseTargetSuggestions,
  noTargetSuggestions,
  targetSuggestionsKey,
} from '../../../lib/storage/target-suggestions.ts';
import { parseUtmHistory, utmHistoryKey, type UtmHistory } from '../../../lib/storage/parse-utm-history.ts';
import { formatDateTime } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { resolveExpiry, isRelativeExpiry } from '../../../lib/draft/expiry.ts';
import type { PopupModel } from '../model.ts';
import { SocialCard } from '../page-metadata/social-card.tsx';
import type { PageMetadataReader } from '../page-metadata/page-metadata.ts';
import { SaveAsPreset } from '../presets/save-as-preset.tsx';
import { sentUrls } from '../url-warnings/sent-urls.ts';

// With the chunk, since a style sheet of the page would be there at its first paint.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

export interface MoreOptionsProps {
  readonly model: PopupModel;
  /** At the page below, by what has loaded already. */
  readonly look: PageMetadataReader;
  /** To the same form as a page; left out where it is one. */
  readonly onOpenAsPage?: (model: PopupModel) => Promise<void>;
}

export function MoreOptions({ model, look, onOpenAsPage }: MoreOptionsProps) {
  const { form, view, deps } = model;
  const draft = form.draft.value;
  const extras = form.extras.value;
  const tags = look.tags.value;
  const { zone } = view.value;
  // A span is shown as the date that it comes to now.
  const isCounted = isRelativeExpiry(extras.expiry);
  const expiry = isCounted ? resolveExpiry(extras.expiry, new Date(deps.now()), zone) : extras.expiry;
  const expires = zone === undefined ? null : parseDateTimeLocal(expiry, zone);
  const aliases = useMemo(
    () => suggestAliases(draft.title, tags?.selected ?? ''),
    [draft.title, tags?.selected],
  );
  const [used, setUsed] = useState<UtmHistory>(new Map());
  const [targetNames, setTargetNames] = useState(noTargetSuggestions);
  useEffect(() => {
    readStorage('local', utmHistoryKey, targetSuggestionsKey).then(
      (kept) => {
        setUsed(parseUtmHistory(kept[utmHistoryKey]));
        setTargetNames(parseTargetSuggestions(kept[targetSuggestionsKey]));
      },
      () => undefined,
    );
  }, []);
  useEffect(() => {
    if (look.tags.peek() === null) void look.read(model);
  }, [look, model]);
  return (
    <>
      <LinkOptionsForm
        extras={{ ...extras, expiry }}
        alias={draft.alias}
        domain={draft.domain}
        domains={lastFirst(view.value.domains, view.value.lastDomain)}
        splashPages={view.value.splashPages ?? []}
        overlays={view.value.overlays ?? []}
        problems={validateLink(draft, deps.now(), zone)}
        count={countOptions(draft)}
        unfinished={incompleteExpiry}
        expiryAfter={quickExpiry}
        expiryCounted={isCounted}
        expiryHere={expires === null ? null : formatDateTime(expires)}
        sent={sentUrls(form.content().address, extras)}
        used={used}
        targetNames={targetNames}
        offers={{ aliases, apple: tags?.apple ?? [], google: tags?.google ?? [] }}
        cardTools={<SocialCard model={model} look={look} />}
        onLink={form.change}
        onChange={form.changeExtras}
      />
      {onOpenAsPage && (
        <p class="acts">
          <button type="button" onClick={() => void onOpenAsPage(model)}>
            {t('openAsPage')}
          </button>
        </p>
      )}
      <SaveAsPreset model={model} />
    </>
  );
}

/** Whether nothing in them would be refused for sure, or left out without a word. */
export function canBeSent(draft: LinkDraft, now: number, zone?: number): boolean {
  return !hasErrors(validateLink(draft, now, zone));
}

/** The domain used last comes first; it is chosen by nobody but the person, as links can't be changed. */
function lastFirst(domains: readonly string[], last: string): string[] {
  return domains.toSorted((a, b) => Number(b === last) - Number(a === last));
}
