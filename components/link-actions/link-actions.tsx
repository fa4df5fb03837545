/** What the buttons of a made link open: its QR code, formats to copy it in, ways to share it, where to file it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type * as handOver from '../../lib/browser/share.ts';
import type { CopyPreference } from '../../lib/storage/copy-preference.ts';
import {
  copyFormats,
  formatLink,
  mailAddress,
  nameOf,
  type CopyFormat,
  type CopyableLink,
} from '../../lib/i18n/copy-formats.ts';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { shareServices } from '../../lib/i18n/share-services.ts';
import { t, type MessageName } from '../../lib/i18n/t.ts';
import { AssignTo, type AssignDeps } from '../assign-to.tsx';
import type { LinkAction } from './link-action-bar.tsx';
import { pathOf, qrMatrix, svgFile } from './qr-matrix.ts';

/** What the page does for it. */
export interface LinkActionDeps extends Pick<
  typeof handOver,
  'copyMarkup' | 'copyImage' | 'renderPng' | 'saveFile' | 'share'
> {
  /** Whether the text is really on the clipboard. */
  readonly copy: (text: string) => Promise<boolean>;
  readonly filing: AssignDeps;
  readonly readChoice: () => Promise<CopyPreference>;
  readonly keepChoice: (choice: CopyPreference) => Promise<void>;
}

export interface LinkActionPanelProps {
  readonly link: CopyableLink;
  readonly deps: LinkActionDeps;
}

export function LinkActionPanel({ way, ...props }: LinkActionPanelProps & { readonly way: LinkAction }) {
  switch (way) {
    case 'qrCode':
      return <QrCode {...props} />;
    case 'copyAs':
      return <CopyAs {...props} />;
    case 'share':
      return <Share {...props} />;
    case 'fileUnder':
      return <AssignTo filing={props.deps.filing} />;
  }
}

/** Pixels along each side on the screen, at most: what the popup has room for. */
const room = 344;
/** Pixels that a code of few squares takes about; each square has whole ones. */
const defaultSize = 240;

function QrCode({ link, deps }: LinkActionPanelProps) {
  const [told, setTold] = useState('');
  const squares = qrMatrix(link.shortUrl);
  if (squares === null) return <p class="note">{t('qrTooLong')}</p>;
  const { side } = squares;
  const pixels = side > defaultSize / 2 ? room : Math.floor(defaultSize / side) * side;
  const file = `qr-${displayUrl(link.shortUrl)
    .replace(/[^\w.-]+/gu, '-')
    .slice(0, 80)}`;
  const copy = async () => {
    setTold(t((await deps.copyImage(squares)) ? 'copied' : 'notCopied'));
  };
  const savePng = async () => {
    try {
      deps.saveFile(`${file}.png`, await deps.renderPng(squares));
    } catch {
      setTold(t('notDrawn'));
    }
  };
  return (
    <div role="group" aria-label={t('qrCode')}>
      {/* Dark on light in both themes: many readers know no other. */}
      <svg
        role="img"
        aria-label={t('qrCodeOf', displayUrl(link.shortUrl))}
        viewBox={`0 0 ${side} ${side}`}
        width={pixels}
        height={pixels}
        shape-rendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
        <path fill="#000" d={pathOf(squares)} />
      </svg>
      <div class="acts">
        <button type="button" onClick={() => void copy()}>
          {t('copyPicture')}
        </button>
        <button
          type="button"
          onClick={() =>
            deps.saveFile(`${file}.svg`, new Blob([svgFile(squares)], { type: 'image/svg+xml' }))
          }
        >
          {t('downloadSvg')}
        </button>
        <button type="button" onClick={() => void savePng()}>
          {t('downloadPng')}
        </button>
      </div>
      <p role="status" class="told">
        {told}
      </p>
    </div>
  );
}

const formatNames = {
  plain: 'copyPlain',
  markdown: 'copyMarkdown',
  html: 'copyHtml',
  titled: 'copyTitled',
  own: 'copyOwn',
} as const satisfies Record<CopyFormat, MessageName>;

/** The most characters of the person's own template. */
const maxTemplateLength = 2_000;

/** How long a template rests before it is kept, in ms: not with every key. */
const rest = 400;

/** Tells the hints of several panels apart. */
let panels = 0;

function CopyAs({ link, deps }: LinkActionPanelProps) {
  const [choice, setChoice] = useState<CopyPreference | null>(null);
  const [told, setTold] = useState('');
  const lastUsed = useRef<HTMLButtonElement>(null);
  const typed = useRef(false);
  const [hint] = useState(() => `copy-hint-${++panels}`);
  useEffect(() => void deps.readChoice().then(setChoice), []);
  // Enter copies once more as it was copied last.
  useEffect(() => lastUsed.current?.focus(), [choice === null]);
  useEffect(() => {
    if (choice === null || !typed.current) return;
    const timer = setTimeout(() => void deps.keepChoice(choice), rest);
    return () => clearTimeout(timer);
  }, [choice?.copyTemplate]);
  if (choice === null) return null;
  const { copyFormat, copyTemplate } = choice;

  async function copyAs(format: CopyFormat): Promise<void> {
    const { text, html } = formatLink(format, link, copyTemplate);
    const done = await (html === undefined ? deps.copy(text) : deps.copyMarkup(html, text));
    setTold(done ? t('copiedAs', t(formatNames[format])) : t('notCopied'));
    if (!done) return;
    setChoice({ copyTemplate, copyFormat: format });
    void deps.keepChoice({ copyTemplate, copyFormat: format });
  }

  return (
    <fieldset>
      <legend>{t('copyAs')}</legend>
      <div class="acts">
        {copyFormats.map((format) => (
          <button
            key={format}
            type="button"
            ref={format === copyFormat ? lastUsed : null}
            disabled={format === 'own' && copyTemplate.trim() === ''}
            onClick={() => void copyAs(format)}
          >
            {t(formatNames[format])}
          </button>
        ))}
      </div>
      <label>
        {t('copyTemplate')}{' '}
        <input
          autocomplete="off"
          dir="auto"
          maxLength={maxTemplateLength}
          aria-describedby={hint}
          value={copyTemplate}
          onInput={({ currentTarget }) => {
            typed.current = true;
            setChoice({ copyFormat, copyTemplate: currentTarget.value });
          }}
        />
      </label>
      <p id={hint} class="note">
        {t('copyTemplateHint')}
      </p>
      <p role="status" class="told">
        {told}
      </p>
    </fieldset>
  );
}

function Share({ link, deps }: LinkActionPanelProps) {
  const { share } = deps;
  const open = () => void share?.(nameOf(link), link.shortUrl);
  // The press that brought this here is the act that the browser wants for it.
  useEffect(open, []);
  return (
    <div role="group" aria-label={t('share')} class="acts">
      {share && (
        <button type="button" onClick={open}>
          {t('shareWithApp')}
        </button>
      )}
      {/* Into a tab of its own: a mail page could not be shown in a popup. */}
      <a href={mailAddress(link)} target="_blank" rel="noreferrer">
        {t('shareByMail')}
      </a>
      {shareServices.map(({ name, address }) => (
        <a
          key={name}
          href={address(link)}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={t('shareOn', name)}
        >
          {name}
        </a>
      ))}
    </div>
  );
}
