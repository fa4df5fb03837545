/** A small PNG for avatars: a pattern of squares derived from a name, so that no picture files are stored. */
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const side = 80;
const cells = 5;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export interface PaletteImage {
  readonly width: number;
  /** Red, green and blue of each color. */
  readonly palette: Uint8Array;
  /** Of each color; the rest are opaque. */
  readonly alpha?: Uint8Array;
  /** The number of its color for each pixel, row by row. */
  readonly pixels: Uint8Array;
}

/** A PNG of at most 256 colors. */
export function encodePng({ width, palette, alpha, pixels }: PaletteImage): Uint8Array<ArrayBuffer> {
  const height = pixels.length / width;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8; // bits a sample
  header[9] = 3; // a palette
  const rows = Buffer.alloc(height * (width + 1)); // each row opens with its filter type, 0
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const signature = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Uint8Array.from(
    Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('PLTE', palette),
      ...(alpha ? [chunk('tRNS', alpha)] : []),
      chunk('IDAT', deflateSync(rows, { level: 9 })),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}

/** 80 by 80 pixels, two colors, mirrored left to right. */
export function picture(name: string): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256').update(name).digest();
  const byte = (index: number): number => hash[index] ?? 0;
  const palette = Uint8Array.from([244, 244, 242, 40 + byte(0) / 2, 40 + byte(1) / 2, 40 + byte(2) / 2]);
  const pixels = new Uint8Array(side * side);
  const cell = side / cells;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const column = Math.floor(x / cell);
      const mirrored = Math.min(column, cells - 1 - column);
      pixels[y * side + x] = byte(4 + Math.floor(y / cell) * 3 + mirrored) % 2;
    }
  }
  return encodePng({ width: side, palette, pixels });
}
