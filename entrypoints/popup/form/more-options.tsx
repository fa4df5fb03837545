/** "More options", in a chunk of its own that loads when they are unfolded: most links have none. */
import { AppWindow, Maximize2, Split } from 'lucide';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import styles from '../../../components/link-options/link-options.css?inline';
import { Button } from '../../../components/button.tsx';
import { focusUnmatchedText } from '../../../components/combobox/focus-unmatched-text.ts';
import { LinkOptionsForm } from '../../../components/link-options/link-options-form.tsx';
import { countOptions } from '../../../lib/forms/count-options.ts';
import { hasErrors, validateLink } from '../../../lib/forms/validate-link.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { parseDateTimeLocal } from '../../../lib/draft/local-time.ts';
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
import type { PresetFields } from '../../../lib/presets/preset.ts';
import { addStyles } from '../add-styles.ts';
// Its rules come before those below.
import '../lazy-styles.ts';
import type { ModelProps, PopupModel } from '../model.ts';
import { SocialCard } from '../page-metadata/social-card.tsx';
import type { PageMetadataReader } from '../page-metadata/page-metadata.ts';
import { SaveAsPreset } from '../presets/save-as-preset.tsx';
import { openTabChoice } from '../tab-choice.ts';
import { sentUrls } from '../url-warnings/sent-urls.ts';

addStyles(styles);

export interface MoreOptionsProps extends ModelProps {
  /** Injected, so that tests can replace the page. */
  readonly reader: PageMetadataReader;
  /** The stored fields of the preset that is edited; a preset holds no password. */
  readonly preset?: PresetFields | undefined;
  /** Omitted on the link page, which has "Save as preset" and the preview beside the form, and no page below. */
  readonly onOpenAsPage?: (model: PopupModel, part?: 'placements') => Promise<void>;
}

export function MoreOptions({ model, reader, preset, onOpenAsPage }: MoreOptionsProps) {
  const { form, view, deps } = model;
  const draft = form.draft.value;
  const extras = form.extras.value;
  const { zone: utcOffset } = view.value;
  // A relative expiry is shown as the date that it amounts to now.
  const isRelative = isRelativeExpiry(extras.expiry);
  const expiry = isRelative ? resolveExpiry(extras.expiry, new Date(deps.now()), utcOffset) : extras.expiry;
  const stored = useStoredSuggestions();
  const suggestions = usePageSuggestions(model, reader);
  const isInPopup = onOpenAsPage !== undefined;
  useFieldsInSight(isInPopup);
  const openAsPage = (part?: 'placements') => {
    if (!focusUnmatchedText()) void onOpenAsPage?.(model, part).catch(() => (model.draftFailed.value = true));
  };
  const expiresAt = utcOffset === undefined ? null : parseDateTimeLocal(expiry, utcOffset);
  return (
    <>
      {isInPopup && (
        <p class="acts form-actions">
          <Button icon={Maximize2} text={t('openInTab')} class="quiet" onClick={() => openAsPage()} />
          {/* Tabs of private windows can't be listed. */}
          {!model.page.private && <SeveralTabs model={model} />}
        </p>
      )}
      <LinkOptionsForm
        options={{ ...extras, expiry }}
        hasPassword={preset === undefined}
        beginsWithUtm={isInPopup}
        splashPages={view.value.splashPages ?? []}
        overlays={view.value.overlays ?? []}
        problems={validateLink(draft, deps.now(), utcOffset)}
        count={countOptions(draft)}
        relativeExpiry={isRelative ? extras.expiry : null}
        expiryHere={expiresAt === null ? null : formatDateTime(expiresAt)}
        noExpiry={preset && describeNoExpiry(preset)}
        sent={sentUrls(form.content().address, extras)}
        {...stored}
        suggestions={suggestions}
        cardTools={isInPopup && <SocialCard model={model} reader={reader} />}
        utmTools={isInPopup && <PlacementsOffer onClick={() => openAsPage('placements')} />}
        onChange={form.changeExtras}
      />
      {isInPopup && <SaveAsPreset model={model} />}
    </>
  );
}

/** A preset without a date leaves it to the defaults for new links; one that was saved over them may clear it. */
const describeNoExpiry = ({ extras }: PresetFields): string =>
  t(extras?.expiry === '' ? 'neverExpires' : 'expirationNotSet');

/** The popup's window is too low for the whole form. */
function useFieldsInSight(isInPopup: boolean): void {
  useLayoutEffect(() => {
    if (!isInPopup) return;
    // Otherwise most of them would be out of view.
    document.querySelector('[aria-controls=more]')?.scrollIntoView({ block: 'start' });
    const more = document.getElementById('more');
    more?.addEventListener('focusin', showField);
    return () => more?.removeEventListener('focusin', showField);
  }, [isInPopup]);
}

function SeveralTabs({ model }: ModelProps) {
  return (
    <Button
      icon={AppWindow}
      text={t('bulkAllTabs')}
      class="quiet"
      onClick={() => void openTabChoice(model).catch((error: unknown) => reportError(error))}
    />
  );
}

/** A press focuses a field without scrolling to it, also where the bar at the end covers half of it. */
function showField({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches('textarea, input:not([type=checkbox])'))
    target.scrollIntoView({ block: 'nearest' });
}

const PlacementsOffer = ({ onClick }: { readonly onClick: () => void }) => (
  <Button icon={Split} text={t('placementsOffer')} class="quiet add" onClick={onClick} />
);

/** Parameters of earlier links, and the service's names for countries and devices. */
function useStoredSuggestions() {
  const [used, setUsed] = useState<UtmHistory>(new Map());
  const [targetNames, setTargetNames] = useState(noTargetSuggestions);
  useEffect(() => {
    readStorage('local', utmHistoryKey, targetSuggestionsKey).then(
      (stored) => {
        setUsed(parseUtmHistory(stored[utmHistoryKey]));
        setTargetNames(parseTargetSuggestions(stored[targetSuggestionsKey]));
      },
      // The fields work without suggestions.
      () => undefined,
    );
  }, []);
  return { used, targetNames };
}

function usePageSuggestions(model: PopupModel, reader: PageMetadataReader) {
  const { apple = [], google = [] } = model.pageMetadata.tags.value ?? {};
  useEffect(() => {
    if (model.pageMetadata.tags.peek() === null) void reader.read(model);
  }, [reader, model]);
  return { apple, google };
}

/** False for options that would surely be refused, or dropped silently. */
export function canBeSent(draft: LinkDraft, now: number, utcOffset?: number): boolean {
  return !hasErrors(validateLink(draft, now, utcOffset));
}
