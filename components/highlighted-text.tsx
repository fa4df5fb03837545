/** A text with what was looked for marked in it; too long a one loses what is between, and is read out whole. */
import { highlight, type TextRange } from '../lib/i18n/highlight.ts';

export interface HighlightedTextProps {
  readonly text: string;
  readonly places: readonly TextRange[];
  /** The most characters that are shown. */
  readonly length: number;
}

/** Nobody listens to more. */
const maxReadLength = 1_000;

export function HighlightedText({ text, places, length }: HighlightedTextProps) {
  const pieces = highlight(text, places, length).map((piece, n) =>
    piece.marked ? <mark key={n}>{piece.text}</mark> : piece.text,
  );
  if (text.length <= length) return <>{pieces}</>;
  return (
    <>
      <span aria-hidden="true">{pieces}</span>
      <span class="unseen">{text.slice(0, maxReadLength)}</span>
    </>
  );
}
