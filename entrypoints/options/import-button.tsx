/** A button that lets the user choose a JSON file. */
import { Upload } from 'lucide';
import { useRef } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';

export interface ImportButtonProps {
  readonly label: string;
  readonly onFile: (file: File) => void;
}

export function ImportButton({ label, onFile }: ImportButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="quiet" onClick={() => input.current?.click()}>
        <Icon of={Upload} />
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) onFile(chosen);
          // Without this, choosing the same file again would fire no event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
