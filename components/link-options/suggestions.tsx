/** Suggested values for a field, a button each. */
interface SuggestionsProps {
  /** The field's id. */
  readonly id: string;
  readonly name: string;
  readonly values: readonly string[];
  readonly onTake: (value: string) => void;
}

export function Suggestions({ id, name, values, onTake }: SuggestionsProps) {
  if (values.length === 0) return null;
  return (
    <div role="group" aria-labelledby={`${id}-offers`} class="offers">
      <p id={`${id}-offers`} class="hint">
        {name}
      </p>
      <p class="acts">
        {values.map((value) => (
          <button
            key={value}
            type="button"
            onClick={() => {
              onTake(value);
              // The button goes with its suggestion, and would take the focus along.
              document.getElementById(id)?.focus();
            }}
          >
            <bdi dir="ltr">{value}</bdi>
          </button>
        ))}
      </p>
    </div>
  );
}
