/** Reduces a screenshot to 256 colors, a third of its size: flat surfaces keep theirs, the edges of letters share. */
import { inflateSync } from 'node:zlib';
import { encodePng } from '../../service/picture.ts';

/** The most frequent colors stay as they are. */
const exact = 96;
const most = 256;

type Color = readonly [number, number, number, number];
interface Counted {
  readonly key: number;
  readonly color: Color;
  readonly count: number;
}

/** The pixels as RGBA, of a PNG as the browser writes it: 8 bits, not interlaced. */
function decode(png: Buffer): { readonly width: number; readonly pixels: DataView } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [depth, type] = [png[24], png[25]];
  if (depth !== 8 || (type !== 2 && type !== 6)) throw new Error(`A PNG of type ${type}, ${depth} bits.`);
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const size = type === 6 ? 4 : 3;
  const rows = unfilter(inflateSync(Buffer.concat(parts)), width * size, size);
  const pixels = new DataView(new ArrayBuffer(width * height * 4));
  for (let n = 0; n < width * height; n += 1) {
    for (let part = 0; part < 4; part += 1)
      pixels.setUint8(n * 4 + part, part < size ? (rows[n * size + part] ?? 0) : 255);
  }
  return { width, pixels };
}

/** Each row opens with how its bytes were predicted from those to the left and above. */
function unfilter(data: Buffer, length: number, size: number): Uint8Array {
  const height = data.length / (length + 1);
  const out = new Uint8Array(height * length);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (length + 1)];
    for (let x = 0; x < length; x += 1) {
      const at = y * length + x;
      const left = x >= size ? (out[at - size] ?? 0) : 0;
      const up = y > 0 ? (out[at - length] ?? 0) : 0;
      const corner = x >= size && y > 0 ? (out[at - length - size] ?? 0) : 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      out[at] = (data[y * (length + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function countColors(pixels: DataView): Counted[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.byteLength; at += 4) {
    const key = pixels.getUint32(at);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([key, count]) => ({
      key,
      count,
      color: [key >>> 24, (key >>> 16) & 255, (key >>> 8) & 255, key & 255] as const,
    }))
    .toSorted((one, other) => other.count - one.count);
}

const channels = [0, 1, 2, 3] as const;

function widest(box: readonly Counted[]): { readonly channel: 0 | 1 | 2 | 3; readonly range: number } {
  const ranges = channels.map((channel) => {
    const values = box.map(({ color }) => color[channel]);
    return {
      channel,
      range: values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b)),
    };
  });
  return ranges.reduce((one, other) => (other.range > one.range ? other : one));
}

/** Halves the box of the widest range until there are enough. */
function cut(colors: readonly Counted[], limit: number): (readonly Counted[])[] {
  const boxes = [{ box: colors, ...widest(colors) }];
  while (boxes.length < limit) {
    const next = boxes.reduce((one, other) => (other.range > one.range ? other : one));
    if (next.range === 0) break;
    const sorted = next.box.toSorted((one, other) => one.color[next.channel] - other.color[next.channel]);
    const halves = [sorted.slice(0, sorted.length >> 1), sorted.slice(sorted.length >> 1)];
    boxes.splice(boxes.indexOf(next), 1, ...halves.map((box) => ({ box, ...widest(box) })));
  }
  return boxes.map(({ box }) => box);
}

function mean(box: readonly Counted[]): readonly number[] {
  const total = box.reduce((sum, { count }) => sum + count, 0);
  return channels.map((channel) =>
    Math.round(box.reduce((sum, { color, count }) => sum + color[channel] * count, 0) / total),
  );
}

export function quantize(png: Buffer): Uint8Array {
  const { width, pixels } = decode(png);
  const colors = countColors(pixels);
  const rest = colors.slice(exact);
  const boxes = [
    ...colors.slice(0, exact).map((color) => [color]),
    ...(rest.length === 0 ? [] : cut(rest, most - exact)),
  ];
  const indexes = new Map(boxes.flatMap((box, index) => box.map(({ key }) => [key, index] as const)));
  const means = boxes.map(mean);
  const indexed = new Uint8Array(pixels.byteLength / 4);
  for (let n = 0; n < indexed.length; n += 1) indexed[n] = indexes.get(pixels.getUint32(n * 4)) ?? 0;
  return encodePng({
    width,
    palette: Uint8Array.from(means.flatMap((color) => color.slice(0, 3))),
    alpha: Uint8Array.from(means.map((color) => color[3] ?? 255)),
    pixels: indexed,
  });
}
