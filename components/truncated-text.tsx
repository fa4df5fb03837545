/** A text that may be too long for its place: seen without its middle, read out whole. */
import { middleEllipsis } from '../lib/i18n/truncate.ts';

export function LongText({ text, length }: { readonly text: string; readonly length: number }) {
  const shown = middleEllipsis(text, length);
  if (shown === text) return <>{text}</>;
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span class="unseen">{text}</span>
    </>
  );
}
