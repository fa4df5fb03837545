/** Empties the import, and brings back what was in it. */
import { RotateCcw, Undo2 } from 'lucide';
import { useRef } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { useFocusRestoreOf } from '../../../components/use-focus-restore.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ImportModel } from './import-model.ts';

interface StartOverProps {
  readonly model: Pick<ImportModel, 'text' | 'canUndo' | 'startOver' | 'undoStartOver'>;
}

export function StartOver({ model }: StartOverProps) {
  const isEmpty = model.text.value === '';
  const button = useRef<HTMLButtonElement>(null);
  useFocusRestoreOf('start-over-undo', () => button.current);
  if (isEmpty) return null;
  return (
    <Button
      icon={RotateCcw}
      text={t('bulkStartOver')}
      ref={button}
      class="quiet"
      data-item="start-over"
      onClick={model.startOver}
    />
  );
}

/** Not in the place of the other button, where the second click of a double click would press it. */
export function UndoStartOver({ model }: StartOverProps) {
  const canUndo = model.canUndo.value;
  const button = useRef<HTMLButtonElement>(null);
  useFocusRestoreOf('start-over', () => button.current);
  return (
    <div class="start-over-undo line" data-item="start-over-undo">
      <p role="status" class="notice">
        {canUndo && t('bulkListRemoved')}
      </p>
      {canUndo && <Button icon={Undo2} text={t('undo')} ref={button} onClick={model.undoStartOver} />}
    </div>
  );
}
