/** A text with the search hits marked. A long one is shortened between the hits, but read out whole. */
import type { ComponentChildren } from 'preact';
import { highlight } from '../lib/i18n/highlight.ts';
import type { TextRange } from '../lib/text/normalize-text.ts';

interface HighlightedTextProps {
  readonly text: string;
  readonly ranges: readonly TextRange[];
  /** Characters shown at most. */
  readonly length: number;
}

/** Limits the text for screen readers, in characters. */
const maxReadLength = 1_000;

export function HighlightedText({ text, ranges, length }: HighlightedTextProps) {
  const pieces = highlight(text, ranges, length).map((piece, n) =>
    piece.marked ? <mark key={n}>{piece.text}</mark> : piece.text,
  );
  return text.length > length ? <ShortenedText text={text} shown={pieces} /> : <>{pieces}</>;
}

interface ShortenedTextProps {
  /** The whole. */
  readonly text: string;
  readonly shown: ComponentChildren;
}

export function ShortenedText({ text, shown }: ShortenedTextProps) {
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span class="visually-hidden">{text.slice(0, maxReadLength)}</span>
    </>
  );
}
