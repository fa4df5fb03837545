/** The colors of the tokens keep the contrast of WCAG 2.2 in both themes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const file = path.resolve(import.meta.dirname, '../../../components/tokens.css');
const css = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gsu, '');

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
type Rgb = readonly [red: number, green: number, blue: number];

/** Opaque colors only: behind a translucent one, the contrast depends on the surface. */
function parseColor(text: string): Rgb | null {
  const [, digits] = /^#([\da-f]{3}|[\da-f]{6})$/iu.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const pairs = digits.length === 3 ? digits.replaceAll(/./gu, '$&$&') : digits;
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(pairs.slice(at, at + 2), 16));
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue];
}

/** Tokens that are one color, or one a theme. */
function parseTokens(styles: string): ReadonlyMap<string, Readonly<Record<Theme, Rgb>>> {
  const tokens = new Map<string, Readonly<Record<Theme, Rgb>>>();
  for (const [, name = '', value = ''] of styles.matchAll(/--([\w-]+):\s*([^;]+);/gu)) {
    const [, first = value, second = value] = /^light-dark\(([^,]+),([^,]+)\)$/u.exec(value.trim()) ?? [];
    const [light, dark] = [parseColor(first), parseColor(second)];
    if (light === null || dark === null) continue;
    if (tokens.has(name)) throw new Error(`--${name} is set twice`);
    tokens.set(name, { light, dark });
  }
  return tokens;
}

/** Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: Rgb): number {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const [red, green, blue] = color;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** From 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const tokens = parseTokens(css);

function colorOf(name: string, theme: Theme): Rgb {
  const token = tokens.get(name);
  if (token === undefined) throw new Error(`tokens.css has no color --${name}`);
  return token[theme];
}

/** Where text is put. */
const surfaces = ['sunk', 'paper', 'float', 'shade', 'press'];
const tints = ['accent-soft', 'good-soft', 'warn-soft', 'bad-soft'];
const anywhere = [...surfaces, ...tints];

interface Rule {
  readonly what: string;
  readonly color: string;
  readonly on: readonly string[];
}

const textRules: readonly Rule[] = [
  { what: 'text', color: 'ink', on: anywhere },
  { what: 'secondary text', color: 'soft', on: anywhere },
  { what: 'a link', color: 'accent-text', on: anywhere },
  { what: 'the label of the main button', color: 'on-accent', on: ['accent', 'accent-hover'] },
  ...['good', 'warn', 'bad'].map((color) => ({
    what: 'a state',
    color,
    on: ['paper', `${color}-soft`],
  })),
];

const shapeRules: readonly Rule[] = [
  { what: 'the main button', color: 'accent', on: ['paper', 'accent-soft'] },
  { what: 'the edge of a field', color: 'edge', on: ['paper', 'sunk'] },
  { what: 'a chart', color: 'chart', on: ['paper', 'press'] },
  { what: 'the focus ring', color: 'accent-text', on: ['paper', 'sunk'] },
];

const pairsOf = (rules: readonly Rule[]) =>
  rules.flatMap(({ what, color, on }) =>
    on.flatMap((surface) => themes.map((theme) => ({ what, color, surface, theme }))),
  );

describe('contrast', () => {
  it.each([
    ['#000', '#fff', 21],
    ['#fff', '#ffffff', 1],
    ['#767676', '#fff', 4.54],
    ['#00f', '#fff', 8.59],
  ])('%s on %s is %d', (one, other, ratio) => {
    const [first, second] = [parseColor(one), parseColor(other)];
    expect(first && second && Math.floor(contrast(first, second) * 100) / 100).toBe(ratio);
  });

  it('every surface and tint of the style tokens is covered', () => {
    const soft = [...tokens.keys()].filter((name) => name.endsWith('-soft'));
    expect(soft.sort()).toEqual([...tints].sort());
  });

  it.each(pairsOf(textRules))('$what: $color on $surface, $theme, 4.5:1', ({ color, surface, theme }) => {
    expect(contrast(colorOf(color, theme), colorOf(surface, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairsOf(shapeRules))('$what: $color on $surface, $theme, 3:1', ({ color, surface, theme }) => {
    expect(contrast(colorOf(color, theme), colorOf(surface, theme))).toBeGreaterThanOrEqual(3);
  });
});
