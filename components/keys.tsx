/** A keyboard shortcut, or text to type: each key in a frame. */
import { Fragment } from 'preact';
import { t } from '../lib/i18n/t.ts';

/** @param keys as the browser writes them: "Alt+Shift+L", or "⌥⇧L" on a Mac */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <kbd class="keys" dir="ltr">
      {keys.split('+').map((key, index) => (
        <Fragment key={key}>
          {index > 0 && '+'}
          {/* Firefox writes it in English. */}
          <kbd>{key === 'Shift' ? t('shiftKey') : key}</kbd>
        </Fragment>
      ))}
    </kbd>
  );
}
