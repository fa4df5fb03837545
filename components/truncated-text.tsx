/** A text that is shown without its middle if it is too long, but read out whole. */
import { truncateMiddle } from '../lib/i18n/truncate.ts';
import { ShortenedText } from './highlighted-text.tsx';

export function TruncatedText({ text, length }: { readonly text: string; readonly length: number }) {
  const shown = truncateMiddle(text, length);
  return shown === text ? <>{text}</> : <ShortenedText text={text} shown={shown} />;
}
