/** The destination of a placement on about a line, in which the value that tells it from the others stands out. */
import { truncateMiddle } from '../../lib/i18n/truncate.ts';
import { splitDestination } from './split-destination.ts';

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
