/** A timestamp of the service in the user's language, as the service gave it in a tooltip. */
import { formatServiceTime } from '../../../lib/i18n/service-time.ts';

export function ServiceTime({ text }: { readonly text: string }) {
  return <time title={text}>{formatServiceTime(text)}</time>;
}
