/** A checkbox within its label. */
interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  /** The id of a hint. */
  readonly describedBy?: string | undefined;
}

export function Checkbox({ label, checked, disabled = false, onChange, describedBy }: CheckboxProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        aria-describedby={describedBy}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
