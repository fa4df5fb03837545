/** A text that may be too long for its place: seen without its middle, read out whole. */
import { truncateMiddle } from '../lib/i18n/truncate.ts';

export function TruncatedText({ text, length }: { readonly text: string; readonly length: number }) {
  const shown = truncateMiddle(text, length);
  if (shown === text) return <>{text}</>;
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span class="unseen">{text}</span>
    </>
  );
}
