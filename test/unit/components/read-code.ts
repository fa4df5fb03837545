/** Reads a QR code from pixels, by a library that is independent of the encoder. */
import { decodeQR } from 'qr/decode.js';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** An image to fill rectangles in, as on a canvas; empty pixels read as black. */
export function createPixels(side: number) {
  const pixels: Pixels = { width: side, height: side, data: new Uint8ClampedArray(4 * side * side) };
  return {
    pixels,
    fill(color: string, x: number, y: number, width: number, height: number): void {
      const light = color === '#fff' ? 255 : 0;
      for (let row = y; row < y + height; row++)
        for (let column = x; column < x + width; column++)
          pixels.data.set([light, light, light, 255], 4 * (row * side + column));
    },
  };
}

/** Paints an SVG of filled rectangles, `M0 0h1v1h-1z` or `M0 0h1v1H0z` each. @param scale pixels per unit */
export function paintSvg(
  side: number,
  paths: readonly { readonly fill: string; readonly d: string }[],
  scale: number,
): Pixels {
  const { pixels, fill } = createPixels(side * scale);
  for (const path of paths) {
    const rectangles = [...path.d.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)(?:h-\3|H\1)z/gu)];
    if (rectangles.map(([all]) => all).join('') !== path.d) throw new Error(`Not of rectangles: ${path.d}`);
    for (const [, ...numbers] of rectangles) {
      const [x = 0, y = 0, width = 0, height = 0] = numbers.map((number) => Number(number) * scale);
      fill(path.fill, x, y, width, height);
    }
  }
  return pixels;
}

/** @throws when no code can be read */
export function readCode({ width, height, data }: Pixels): string {
  return decodeQR({ width, height, data }, { timeLimit: 10_000 });
}
