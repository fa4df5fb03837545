/** A URL that breaks between its parts, and within one only where a part is longer than the line. */
import { Fragment } from 'preact';
import { displayUrl, truncateMiddle } from '../../../lib/i18n/truncate.ts';

/** @param length maximum of characters shown; the whole URL is read out */
export function BreakableUrl({ url, length }: { readonly url: string; readonly length: number }) {
  const whole = displayUrl(url);
  const shown = truncateMiddle(whole, length);
  const isCut = shown !== whole;
  return (
    <>
      <span aria-hidden={isCut ? 'true' : undefined}>
        {shown.split(/(?<=[/?&-])/u).map((part, n) => (
          <Fragment key={n}>
            {n > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
      {isCut && <span class="visually-hidden">{whole}</span>}
    </>
  );
}
