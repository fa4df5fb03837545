/** The QR code of a short link, to be copied or saved. */
import { Copy, Download } from 'lucide';
import { useState } from 'preact/hooks';
import type * as browserShare from '../../lib/browser/share.ts';
import type { CopyableLink } from '../../lib/copy/copy-formats.ts';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';
import { svgPath, qrMatrix, svgFile } from './qr-matrix.ts';

export type QrCodeDeps = Pick<typeof browserShare, 'copyImage' | 'renderPng' | 'saveFile'>;

/** The largest size on the screen, in px: it fits into the popup. */
const maxSize = 300;
/** Size of a code with few squares, in px, rounded down to whole pixels per square. */
const defaultSize = 150;
const maxFileNameLength = 80;

const fileName = (shortUrl: string): string =>
  `qr-${displayUrl(shortUrl)
    .replace(/[^\w.-]+/gu, '-')
    .slice(0, maxFileNameLength)}`;

export function QrCode({ link, deps }: { readonly link: CopyableLink; readonly deps: QrCodeDeps }) {
  const [notice, setNotice] = useState('');
  const squares = qrMatrix(link.shortUrl);
  if (squares === null) return <p class="note">{t('qrTooLong')}</p>;
  const { side } = squares;
  const pixels = side > defaultSize / 2 ? maxSize : Math.floor(defaultSize / side) * side;
  const file = fileName(link.shortUrl);
  const copy = async () => {
    // The same text is announced again only after another one.
    setNotice('');
    setNotice(t((await deps.copyImage(squares)) ? 'copied' : 'notCopied'));
  };
  const savePng = async () => {
    setNotice('');
    try {
      deps.saveFile(`${file}.png`, await deps.renderPng(squares));
    } catch {
      setNotice(t('imageNotCreated'));
    }
  };
  return (
    <div role="group" aria-label={t('qrCode')} class="qr-code">
      {/* Dark on light in both themes: many scanners read no other. */}
      <svg
        role="img"
        aria-label={t('qrCodeOf', displayUrl(link.shortUrl))}
        viewBox={`0 0 ${side} ${side}`}
        width={pixels}
        height={pixels}
        shape-rendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
        <path fill="#000" d={svgPath(squares)} />
      </svg>
      <div class="acts">
        <Button icon={Copy} text={t('copyImage')} class="quiet" onClick={() => void copy()} />
        <Button icon={Download} text={t('downloadPng')} class="quiet" onClick={() => void savePng()} />
        <Button
          icon={Download}
          text={t('downloadSvg')}
          class="quiet"
          onClick={() =>
            deps.saveFile(`${file}.svg`, new Blob([svgFile(squares)], { type: 'image/svg+xml' }))
          }
        />
      </div>
      <p role="status" class="notice">
        {notice}
      </p>
    </div>
  );
}
