/** Encodes a URL as the modules (squares) of a QR code. */
import { encode } from 'uqr';
import type { QrMatrix } from '../../lib/browser/share.ts';

/** Light margin that scanners need around a code, in modules (ISO/IEC 18004). */
const quietZone = 4;

/** Error correction: 15 % of a code may be unreadable, or 7 % for a URL that is too long for that. */
const corrections = ['M', 'L'] as const;

/** @returns `null` for a URL that is too long for any QR code */
export function qrMatrix(address: string): QrMatrix | null {
  for (const ecc of corrections) {
    try {
      const { size, data } = encode(address, { ecc, border: quietZone, boostEcc: true });
      return { side: size, runs: data.flatMap(runsOf) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return null;
}

function runsOf(row: readonly boolean[], y: number): QrMatrix['runs'] {
  const starts = row.flatMap((dark, x) => (dark && row[x - 1] !== true ? [x] : []));
  return starts.map((x) => {
    const end = row.indexOf(false, x);
    return { x, y, width: (end < 0 ? row.length : end) - x };
  });
}

/** All runs as one SVG path. */
export function svgPath({ runs }: QrMatrix): string {
  return runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
}

/** The code as an SVG file; it holds only numbers, so nothing of the URL needs escaping. */
export function svgFile(squares: QrMatrix): string {
  const { side } = squares;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${svgPath(squares)}"/></svg>\n`;
}
