/** A button that lets the user choose a JSON file. */
import { Upload } from 'lucide';
import { FileButton, type FileButtonProps } from '../../components/file-button.tsx';

export function ImportButton(props: Pick<FileButtonProps, 'label' | 'onFile'>) {
  return <FileButton icon={Upload} accept=".json,application/json" class="quiet" {...props} />;
}
