import {
  AppWindow,
  Check,
  ChevronDown,
  ChevronRight,
  Copy,
  CopyPlus,
  CornerDownLeft,
  Link2,
  List,
  Pencil,
  Settings,
  SlidersHorizontal,
} from 'lucide';
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';
import { hostOf } from '../../lib/url/hosts.ts';
import { displayUrl, monogramOf, truncateMiddle } from '../../lib/i18n/truncate.ts';
import { focusUnmatchedText } from '../../components/combobox/focus-unmatched-text.ts';
import { Icon } from '../../components/icon.tsx';
import { ShortUrl } from '../../components/short-url.tsx';
import { RecentList } from '../../components/recent-list.tsx';
import type { LinkByUrl } from '../../lib/storage/links-by-url.ts';
import type { ModelProps, PopupModel } from './model.ts';
import type { PartProps, PopupParts } from './shell-parts.tsx';
import { LinkRow } from './form/link-row.tsx';
import { Pickers, PresetSlot } from './form/pickers.tsx';

/** In characters: more than fit into the two lines. */
const maxTitleLength = 120;

interface PopupProps extends ModelProps {
  /** The shell's at the first paint, and all of them once they have loaded. */
  readonly parts: ReadonlySignal<PopupParts>;
}

export function Popup({ model, parts: { value: parts } }: PopupProps) {
  const { view, job, copied } = model;
  const { recents, connected } = view.value;
  // The link above is not listed again.
  const shown = job.value?.result?.shortUrl ?? model.existingLink.value?.shortUrl;
  const others = recents.filter(({ shortUrl }) => shortUrl !== shown);
  const rows = model.shownRecents.value;
  const [showsAll, setShowsAll] = useState(false);
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (showsAll) section.current?.querySelectorAll<HTMLElement>('li button')[rows]?.focus();
  }, [showsAll]);
  return (
    <main>
      <PageCard model={model} parts={parts} />
      <div class="stage">
        {model.autoOpened?.copied && <parts.CopiedInMenu shortUrl={model.autoOpened.copied} />}
        {connected && <SelectedTabs model={model} parts={parts} />}
        {connected || job.value ? (
          <LinkPart model={model} parts={parts} />
        ) : (
          <parts.NotConnected model={model} />
        )}
        {connected && <parts.Notices model={model} hasStatusBar />}
      </div>
      {connected && (recents.length === 0 || (others.length > 0 && (rows > 0 || showsAll))) && (
        <section ref={section} class="recents" aria-labelledby="recent">
          <h2 id="recent">{t('recent')}</h2>
          {recents.length === 0 && <p class="about">{t('recentEmpty')}</p>}
          {!showsAll && <parts.MoreRecents hidden={others.length - rows} onClick={setShowsAll} />}
          <RecentList
            links={showsAll ? others : others.slice(0, rows)}
            describe={(link) => parts.describeRecent(model, link)}
            copied={copied.value}
            onCopy={(shortUrl) => void model.copy(shortUrl)}
          />
        </section>
      )}
      <parts.CopyStatus model={model} />
      <Footer model={model} parts={parts} />
    </main>
  );
}

/** The page to shorten: its title, and its URL with a button that edits it. */
function PageCard({ model, parts }: PartProps) {
  const { form } = model;
  const [editing, setEditing] = useState(!form.readable.value.ok);
  const address = form.draft.value.address;
  const shown = truncateMiddle(displayUrl(address), 34);
  const monogram = monogramOf((form.readable.value.ok && hostOf(address)) || '');
  const title = form.draft.value.title || t('newLink');
  // Beside the existing link alone, it would look like a button that edits that link.
  const canEdit = model.editable.value && model.showsForm.value;
  return (
    <header class="page-card">
      <span class="monogram" aria-hidden="true">
        {monogram || <parts.NoPageIcon />}
      </span>
      <h1 title={title}>
        <bdi>{truncateMiddle(title, maxTitleLength)}</bdi>
      </h1>
      {editing && canEdit ? (
        <parts.UrlField model={model} />
      ) : (
        <button
          type="button"
          class="address"
          title={address}
          disabled={!canEdit}
          aria-label={t('editUrl', shown, address)}
          onClick={() => setEditing(true)}
        >
          <bdi dir="ltr">{shown}</bdi>
          {canEdit && <Icon of={Pencil} size={14} />}
        </button>
      )}
    </header>
  );
}

/** Several tabs were selected before the popup was opened: most likely all of them are meant. */
function SelectedTabs({ model, parts }: PartProps) {
  const { page } = model;
  const { selectedTabs = 1 } = page;
  // Tabs of private windows can't be listed.
  if (selectedTabs < 2 || page.private) return null;
  return (
    <div class="properties">
      <button type="button" class="property more" onClick={() => parts.openTabChoice(model)}>
        <Icon of={AppWindow} />
        <span>{t('shortenSelectedTabs')}</span>
        <span class="pill">{selectedTabs}</span>
        <Icon of={ChevronRight} mirrors />
      </button>
    </div>
  );
}

/** A status bar: the service that links are created on, and the way to the other pages. */
function Footer({ model, parts }: PartProps) {
  const { site } = model.view.value;
  return (
    <footer>
      {/* Hides the host while it shows something (form-and-status.css). */}
      <parts.StatusBar model={model} />
      <img src="/icon/32.png" width="18" height="18" alt="" />
      <bdi dir="ltr">{displayUrl(site)}</bdi>
      <button type="button" class="quiet" onClick={() => parts.openManage()}>
        <Icon of={List} mirrors /> {t('manageLinks')}
      </button>
      <button type="button" class="quiet" onClick={() => parts.openSettings()}>
        <Icon of={Settings} /> {t('settings')}
      </button>
      <parts.FooterMenu model={model} />
    </footer>
  );
}

/** A popup that has opened automatically focuses no control at first. */
function usePrimaryFocus({ autoOpened, focus }: PopupModel, primary: RefObject<HTMLButtonElement | null>) {
  const isOpening = useRef(autoOpened !== null);
  useEffect(() => {
    isOpening.current = false;
  }, []);
  return () => {
    if (!isOpening.current) focus.take(primary.current);
  };
}

function LinkPart({ model, parts }: PartProps) {
  const { job, editable } = model;
  const existing = model.existingLink.value;
  const primary = useRef<HTMLButtonElement>(null);
  // The form stays open if it has a draft, or if links are not reused.
  const keepsForm =
    model.deps.draft !== null || (model.view.peek().reuse === false && !expiresByDefault(model, existing));
  const [hasForm, setHasForm] = useState(existing === null || keepsForm);
  const [wantsAnother, setWantsAnother] = useState(false);
  const focusPrimary = usePrimaryFocus(model, primary);
  const status = job.value && <parts.JobStatus model={model} job={job.value} />;
  // The main button has the focus whenever the form appears, and so has its replacement: Enter is enough.
  useLayoutEffect(() => {
    if (document.activeElement?.matches(':not(body, .main, .submit)')) return;
    focusPrimary();
    // One that is found after the first paint folds an untouched form.
    if (existing !== null && !keepsForm && model.isPristine()) setHasForm(false);
  }, [existing === null]);
  useLayoutEffect(focusPrimary, [editable.value, wantsAnother]);
  // Canceled, or no longer checked.
  const isWithdrawn = job.value === null && model.withdrawn.value !== null;
  const isExisting = existing !== null && (isWithdrawn || !wantsAnother) && !asksForAnother(model, existing);
  const isFolded = isExisting && !hasForm && !isWithdrawn;
  useLayoutEffect(() => void (model.showsForm.value = !isFolded));
  if (!editable.value) return status;
  return (
    <>
      {/* Not in the form: Enter in a field of its panels would submit another link. */}
      {existing && (
        <ExistingLink
          model={model}
          parts={parts}
          link={existing}
          isPrimary={isExisting}
          buttonRef={isExisting ? primary : null}
        />
      )}
      {isFolded ? (
        // Links can't be deleted, so that a second one takes two presses.
        <div class="properties">
          <button type="button" class="property more" onClick={() => setWantsAnother(true)}>
            <Icon of={CopyPlus} />
            <span>{t('createAnother')}</span>
            <Icon of={ChevronRight} mirrors />
          </button>
          <parts.LinksToPage model={model} />
        </div>
      ) : (
        <LinkForm
          model={model}
          parts={parts}
          existing={isExisting ? existing : null}
          buttonRef={isExisting ? null : primary}
          status={status}
        />
      )}
    </>
  );
}

/** The existing link has the expiration that new links have by default, or one like it. */
const expiresByDefault = ({ view }: PopupModel, existing: LinkByUrl | null) =>
  view.value.defaults.expiry && existing?.expires;

/**
 * True when the form differs from its defaults, new links expire by default and this one does not, or another link was
 * refused.
 */
function asksForAnother(model: PopupModel, existing: LinkByUrl): boolean {
  const { form, view, job, adding, nestedForms, isPristine } = model;
  // A record that is being added is no part of the draft yet.
  const isAdding = adding.value.size > 0 || nestedForms.newPixel.value !== null;
  // `isPristine` only peeks at the draft.
  void form.draft.value;
  const lacksExpiry = view.value.defaults.expiry && !existing.expires;
  return lacksExpiry || job.value !== null || isAdding || !isPristine();
}

interface ButtonProps extends PartProps {
  readonly buttonRef: RefObject<HTMLButtonElement | null> | null;
}

interface LinkFormProps extends ButtonProps {
  readonly status: ComponentChildren;
  /** Then "Copy" is the main button, also for Enter in a field. */
  readonly existing: LinkByUrl | null;
}

function LinkForm({ model, parts, existing, buttonRef, status }: LinkFormProps) {
  const { form, hasBlockingError } = model;
  const isPrimary = existing === null;
  return (
    <form
      id="link"
      onKeyDown={(event) => {
        if (!existing || event.defaultPrevented || event.isComposing || event.key !== 'Enter') return;
        if (!(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        void model.copy(existing.shortUrl);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!focusUnmatchedText()) void model.shorten();
      }}
    >
      <LinkRow model={model} parts={parts} />
      <div class="properties">
        <PresetSlot model={model} />
        <Pickers model={model} parts={parts} />
        <More model={model} parts={parts} />
      </div>
      <button
        ref={buttonRef}
        class={isPrimary ? 'submit main' : 'submit'}
        disabled={!form.readable.value.ok || hasBlockingError.value}
      >
        {t('shorten')}
        {isPrimary && <Icon of={CornerDownLeft} mirrors />}
      </button>
      {status}
      <parts.FormNotes model={model} />
    </form>
  );
}

interface ExistingLinkProps extends ButtonProps {
  readonly link: LinkByUrl;
  /** Its button is the filled one, and takes the focus. */
  readonly isPrimary: boolean;
}

function ExistingLink({ model, parts, link, isPrimary, buttonRef }: ExistingLinkProps) {
  const isCopied = model.copied.value === link.shortUrl;
  return (
    <fieldset class="result">
      <div id="known">
        <p class="notice">
          <Icon of={Link2} /> {t('alreadyShortened')}{' '}
          {isCopied ? (
            <strong>
              <Icon of={Check} /> {t('copied')}
            </strong>
          ) : (
            <parts.ClickCount clicks={link.clicks} />
          )}
        </p>
        <ShortUrl url={link.shortUrl} />
        <parts.ExistingLinkNote model={model} link={link} />
      </div>
      <div class="tiles">
        <button
          type="button"
          class={isPrimary && !isCopied ? 'main' : undefined}
          ref={buttonRef}
          aria-describedby="known"
          onClick={() => void model.copy(link.shortUrl)}
        >
          <Icon of={Copy} size={18} />
          {t('copy')}
        </button>
        <parts.LinkTiles model={model} link={{ ...link, url: model.page.address }} />
      </div>
    </fieldset>
  );
}

function More({ model, parts }: PartProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="property more"
        aria-expanded={open}
        aria-controls="more"
        onClick={() => {
          parts.allowPageMetadata(model);
          setOpen(!open);
        }}
      >
        <Icon of={SlidersHorizontal} />
        <span>{t('moreOptions')}</span>
        <span class="pill">
          <parts.OptionsCount model={model} />
        </span>
        <Icon of={open ? ChevronDown : ChevronRight} mirrors />
      </button>
      <div id="more" hidden={!open}>
        {open && <parts.MoreOptions model={model} offersPage />}
      </div>
    </>
  );
}
