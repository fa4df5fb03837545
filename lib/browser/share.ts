/** Shares a created link from a focused page: markup and images to the clipboard, files, the system's share sheet. */
import { encodeInvisibleInUrls } from '../api/encode-invisible.ts';

/** Dark modules of a QR code as horizontal runs, row by row. */
export interface QrMatrix {
  /** Modules per side, quiet zone included. */
  readonly side: number;
  readonly runs: readonly { readonly x: number; readonly y: number; readonly width: number }[];
}

/** Pixels per side, enough for print. */
const minImageSize = 1_024;

/** @returns true only when the browser has confirmed the write */
async function write(types: Readonly<Record<string, Blob | Promise<Blob>>>): Promise<boolean> {
  try {
    // The item contains the promise: awaiting it before would lose the user gesture.
    await navigator.clipboard.write([new ClipboardItem(types)]);
    return true;
  } catch {
    // The caller shows that nothing was copied.
    return false;
  }
}

export function copyMarkup(html: string, text: string): Promise<boolean> {
  return write({
    'text/html': new Blob([encodeInvisibleInUrls(html)], { type: 'text/html' }),
    'text/plain': new Blob([encodeInvisibleInUrls(text)], { type: 'text/plain' }),
  });
}

/** Whole pixels per module, so that no edge is blurred. */
export async function renderPng({ side, runs }: QrMatrix): Promise<Blob> {
  const scale = Math.ceil(minImageSize / side);
  const canvas = new OffscreenCanvas(side * scale, side * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser draws no pictures here.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side * scale, side * scale);
  context.fillStyle = '#000';
  for (const { x, y, width } of runs) context.fillRect(x * scale, y * scale, width * scale, scale);
  return canvas.convertToBlob({ type: 'image/png' });
}

export function copyImage(squares: QrMatrix): Promise<boolean> {
  return write({ 'image/png': renderPng(squares) });
}

/** Lifetime of a download's object URL, in ms: the browser may first prompt the user for a location. */
const fileUrlMs = 60_000;

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), fileUrlMs);
}

export function saveJson(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: 'application/json' }));
}

/** The system's share sheet; `null` where the browser has none. Closing it without a choice is no failure. */
export const share: ((title: string, url: string) => Promise<void>) | null =
  'share' in navigator ? (title, url) => navigator.share({ title, url }).catch(() => undefined) : null;
