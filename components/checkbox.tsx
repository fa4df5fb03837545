import type { ComponentChildren } from 'preact';

interface CheckboxProps {
  readonly label: ComponentChildren;
  readonly checked: boolean;
  /** Some of what it stands for is checked. */
  readonly indeterminate?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly describedBy?: string | undefined;
}

export function Checkbox({ label, onChange, describedBy, ...props }: CheckboxProps) {
  return (
    <label class="check">
      <input
        {...props}
        type="checkbox"
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
