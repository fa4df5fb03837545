/** A button that lets the user choose a file. */
import type { IconNode } from 'lucide';
import { useRef } from 'preact/hooks';
import { Button } from './button.tsx';

export interface FileButtonProps {
  readonly icon: IconNode;
  readonly label: string;
  /** File types, as of an input. */
  readonly accept: string;
  readonly class?: string;
  readonly onFile: (file: File) => void;
}

export function FileButton({ icon, label, accept, onFile, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={icon} text={label} class={rest.class} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
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
