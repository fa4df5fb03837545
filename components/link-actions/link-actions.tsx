/** What the buttons of a made link open: its QR code, formats to copy it in, ways to share it, where to file it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type * as handOver from '../../lib/browser/share.ts';
import type { CopyChoice } from '../../lib/storage/copy-preference.ts';
import {
  copyFormats,
  formatLink,
  mailAddress,
  nameOf,
  type CopyFormat,
  type MadeLink,
} from '../../lib/i18n/copy-formats.ts';
import { shownAddress } from '../../lib/i18n/truncate.ts';
import { shareServices } from '../../lib/i18n/share-services.ts';
import { say, type MessageName } from '../../lib/i18n/t.ts';
import { FileUnder, type Filing } from '../assign-to.tsx';
import type { Way } from './link-action-bar.tsx';
import { pathOf, qrSquares, svgFile } from './qr-matrix.ts';

/** What the page does for it. */
export interface AfterMadeParts extends Pick<
  typeof handOver,
  'copyMarkup' | 'copyPicture' | 'paintPng' | 'saveFile' | 'share'
> {
  /** Whether the text is really on the clipboard. */
  readonly copy: (text: string) => Promise<boolean>;
  readonly filing: Filing;
  readonly readChoice: () => Promise<CopyChoice>;
  readonly keepChoice: (choice: CopyChoice) => Promise<void>;
}

export interface AfterMadeProps {
  readonly link: MadeLink;
  readonly parts: AfterMadeParts;
}

export function AfterMade({ way, ...props }: AfterMadeProps & { readonly way: Way }) {
  switch (way) {
    case 'qrCode':
      return <QrCode {...props} />;
    case 'copyAs':
      return <CopyAs {...props} />;
    case 'share':
      return <Share {...props} />;
    case 'fileUnder':
      return <FileUnder filing={props.parts.filing} />;
  }
}

/** Pixels along each side on the screen, at most: what the popup has room for. */
const room = 344;
/** Pixels that a code of few squares takes about; each square has whole ones. */
const usual = 240;

function QrCode({ link, parts }: AfterMadeProps) {
  const [told, setTold] = useState('');
  const squares = qrSquares(link.shortUrl);
  if (squares === null) return <p class="note">{say('qrTooLong')}</p>;
  const { side } = squares;
  const pixels = side > usual / 2 ? room : Math.floor(usual / side) * side;
  const file = `qr-${shownAddress(link.shortUrl)
    .replace(/[^\w.-]+/gu, '-')
    .slice(0, 80)}`;
  const copy = async () => {
    setTold(say((await parts.copyPicture(squares)) ? 'copied' : 'notCopied'));
  };
  const savePng = async () => {
    try {
      parts.saveFile(`${file}.png`, await parts.paintPng(squares));
    } catch {
      setTold(say('notDrawn'));
    }
  };
  return (
    <div role="group" aria-label={say('qrCode')}>
      {/* Dark on light in both themes: many readers know no other. */}
      <svg
        role="img"
        aria-label={say('qrCodeOf', shownAddress(link.shortUrl))}
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
          {say('copyPicture')}
        </button>
        <button
          type="button"
          onClick={() =>
            parts.saveFile(`${file}.svg`, new Blob([svgFile(squares)], { type: 'image/svg+xml' }))
          }
        >
          {say('downloadSvg')}
        </button>
        <button type="button" onClick={() => void savePng()}>
          {say('downloadPng')}
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
const longestTemplate = 2_000;

/** How long a template rests before it is kept, in ms: not with every key. */
const rest = 400;

/** Tells the hints of several panels apart. */
let panels = 0;

function CopyAs({ link, parts }: AfterMadeProps) {
  const [choice, setChoice] = useState<CopyChoice | null>(null);
  const [told, setTold] = useState('');
  const lastUsed = useRef<HTMLButtonElement>(null);
  const typed = useRef(false);
  const [hint] = useState(() => `copy-hint-${++panels}`);
  useEffect(() => void parts.readChoice().then(setChoice), []);
  // Enter copies once more as it was copied last.
  useEffect(() => lastUsed.current?.focus(), [choice === null]);
  useEffect(() => {
    if (choice === null || !typed.current) return;
    const timer = setTimeout(() => void parts.keepChoice(choice), rest);
    return () => clearTimeout(timer);
  }, [choice?.copyTemplate]);
  if (choice === null) return null;
  const { copyFormat, copyTemplate } = choice;

  async function copyAs(format: CopyFormat): Promise<void> {
    const { text, html } = formatLink(format, link, copyTemplate);
    const done = await (html === undefined ? parts.copy(text) : parts.copyMarkup(html, text));
    setTold(done ? say('copiedAs', say(formatNames[format])) : say('notCopied'));
    if (!done) return;
    setChoice({ copyTemplate, copyFormat: format });
    void parts.keepChoice({ copyTemplate, copyFormat: format });
  }

  return (
    <fieldset>
      <legend>{say('copyAs')}</legend>
      <div class="acts">
        {copyFormats.map((format) => (
          <button
            key={format}
            type="button"
            ref={format === copyFormat ? lastUsed : null}
            disabled={format === 'own' && copyTemplate.trim() === ''}
            onClick={() => void copyAs(format)}
          >
            {say(formatNames[format])}
          </button>
        ))}
      </div>
      <label>
        {say('copyTemplate')}{' '}
        <input
          autocomplete="off"
          dir="auto"
          maxLength={longestTemplate}
          aria-describedby={hint}
          value={copyTemplate}
          onInput={({ currentTarget }) => {
            typed.current = true;
            setChoice({ copyFormat, copyTemplate: currentTarget.value });
          }}
        />
      </label>
      <p id={hint} class="note">
        {say('copyTemplateHint')}
      </p>
      <p role="status" class="told">
        {told}
      </p>
    </fieldset>
  );
}

function Share({ link, parts }: AfterMadeProps) {
  const { share } = parts;
  const open = () => void share?.(nameOf(link), link.shortUrl);
  // The press that brought this here is the act that the browser wants for it.
  useEffect(open, []);
  return (
    <div role="group" aria-label={say('share')} class="acts">
      {share && (
        <button type="button" onClick={open}>
          {say('shareWithApp')}
        </button>
      )}
      {/* Into a tab of its own: a mail page could not be shown in a popup. */}
      <a href={mailAddress(link)} target="_blank" rel="noreferrer">
        {say('shareByMail')}
      </a>
      {shareServices.map(({ name, address }) => (
        <a
          key={name}
          href={address(link)}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={say('shareOn', name)}
        >
          {name}
        </a>
      ))}
    </div>
  );
}
