/** A text that is shown without its middle if it is too long, but read out whole. */
import { truncateMiddle } from '../lib/i18n/truncate.ts';

export function TruncatedText({ text, length }: { readonly text: string; readonly length: number }) {
  const shown = truncateMiddle(text, length);
  if (shown === text) return <>{text}</>;
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span class="visually-hidden">{text}</span>
    </>
  );
}
