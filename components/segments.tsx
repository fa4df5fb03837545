/** Two or three choices side by side. */
import type { IconNode } from 'lucide';
import { Icon } from './icon.tsx';

interface SegmentsProps<T extends string> {
  /** The id of the label; also the name of the group. */
  readonly labelledBy: string;
  readonly value: T;
  readonly choices: readonly (readonly [value: T, name: string, icon: IconNode])[];
  readonly onChoose: (value: T) => void;
}

export function Segments<T extends string>({ labelledBy, value, choices, onChoose }: SegmentsProps<T>) {
  return (
    <div class="segments" role="radiogroup" aria-labelledby={labelledBy}>
      {choices.map(([choice, name, icon]) => (
        <label key={choice}>
          <input
            type="radio"
            name={labelledBy}
            checked={choice === value}
            onChange={() => onChoose(choice)}
          />
          <Icon of={icon} />
          <span data-name={name}>{name}</span>
        </label>
      ))}
    </div>
  );
}
