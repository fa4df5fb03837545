/** A text with what was looked for marked in it; too long a one loses what is between, and is read out whole. */
import { markedPieces, type Place } from '../lib/i18n/highlight.ts';

export interface MarkedTextProps {
  readonly text: string;
  readonly places: readonly Place[];
  /** The most characters that are shown. */
  readonly length: number;
}

/** Nobody listens to more. */
const longestRead = 1_000;

export function MarkedText({ text, places, length }: MarkedTextProps) {
  const pieces = markedPieces(text, places, length).map((piece, n) =>
    piece.marked ? <mark key={n}>{piece.text}</mark> : piece.text,
  );
  if (text.length <= length) return <>{pieces}</>;
  return (
    <>
      <span aria-hidden="true">{pieces}</span>
      <span class="unseen">{text.slice(0, longestRead)}</span>
    </>
  );
}
