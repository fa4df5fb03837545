/** The destination of a placement on about a line, in which the value that tells it from the others stands out. */
import { displayUrl, truncateMiddle } from '../../lib/i18n/truncate.ts';

interface DestinationProps {
  readonly address: string;
  /** The name of the parameter that carries the source. */
  readonly parameter: string;
  /** In characters. */
  readonly maxLengths: { readonly start: number; readonly value: number; readonly rest: number };
}

export function Destination({ address, parameter, maxLengths }: DestinationProps) {
  const { start, value, rest } = splitDestination(address, parameter);
  return (
    <bdi dir="ltr" title={address} aria-hidden="true">
      {truncateMiddle(start, maxLengths.start)}
      <strong class="parameters">{truncateMiddle(value, maxLengths.value)}</strong>
      {truncateMiddle(rest, maxLengths.rest)}
    </bdi>
  );
}

/** Its value of the parameter is a placement's own, the rest is the same for all. */
interface DestinationParts {
  /** With the name of the parameter; of a long path only the end. */
  readonly start: string;
  /** Empty where the URL has no such parameter. */
  readonly value: string;
  readonly rest: string;
}

/** In characters: what is not longer is shown with its host. */
const maxWholeBase = 24;

export function splitDestination(address: string, parameter: string): DestinationParts {
  const [, whole = '', query = ''] = /^([^?#]*)(.*)$/su.exec(displayUrl(address)) ?? [];
  const base = whole.length > maxWholeBase ? whole.replace(/^.+(?=\/[^/]+\/?$)/u, '…') : whole;
  const name = `${encodeURIComponent(parameter)}=`;
  const pieces = query.split(/(?<=[?&])/u);
  const at = pieces.findIndex((piece) => piece.startsWith(name));
  if (at < 0) return { start: base + query, value: '', rest: '' };
  const [value = ''] = /^[^&#]*/u.exec((pieces[at] ?? '').slice(name.length)) ?? [];
  const before = pieces.slice(0, at).join('') + name;
  return { start: base + before, value, rest: query.slice(before.length + value.length) };
}
