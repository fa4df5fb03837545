/** Rows of a settings card: name and hint at the start, the control at the end. */
import type { ComponentChildren } from 'preact';
import { Select } from './select.tsx';

interface RowProps {
  /** The control's id, and prefix of its hint's id. */
  readonly id: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
}

export interface SwitchRowProps extends RowProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

const hintIdOf = ({ id, hint }: Partial<RowProps>) =>
  id === undefined || hint === undefined ? undefined : `${id}-hint`;

export function SwitchRow(props: SwitchRowProps) {
  return (
    <SettingRow {...props}>
      <input
        id={props.id}
        type="checkbox"
        class="switch"
        aria-describedby={hintIdOf(props)}
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
    </SettingRow>
  );
}

interface SelectRowProps extends RowProps {
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

export function SelectRow(props: SelectRowProps) {
  return (
    <SettingRow {...props}>
      <Select
        id={props.id}
        aria-describedby={hintIdOf(props)}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      >
        {props.options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    </SettingRow>
  );
}

type SettingRowProps = Omit<RowProps, 'id'> &
  Partial<Pick<RowProps, 'id'>> & { readonly children?: ComponentChildren };

/** A row without an id has only information, or a button as its control. */
export function SettingRow(props: SettingRowProps) {
  const { id, label, hint, children } = props;
  return (
    <div class="setting">
      <div>
        {id === undefined ? <p>{label}</p> : <label for={id}>{label}</label>}
        {hint !== undefined && (
          <p id={hintIdOf(props)} class="hint">
            {hint}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}
