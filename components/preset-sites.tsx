/** The sites on which a preset is chosen automatically, one a line. */
import { useState } from 'preact/hooks';
import { describeSitesProblem } from '../lib/i18n/describe-preset.ts';
import { t } from '../lib/i18n/t.ts';
import type { SitesProblem } from '../lib/presets/parse-sites.ts';

interface PresetSitesProps {
  readonly id: string;
  readonly text: string;
  /** `null` for none. */
  readonly problem: SitesProblem | null;
  readonly onInput: (text: string) => void;
  /** Typing has ended. */
  readonly onChange: (text: string) => void;
}

const minRows = 2;
const maxRows = 8;

export function PresetSites({ id, text, problem, onInput, onChange }: PresetSitesProps) {
  const rows = useRowsOf(text);
  return (
    <div class="row">
      <label for={id}>{t('presetSites')}</label>
      <textarea
        id={id}
        dir="ltr"
        rows={rows}
        spellcheck={false}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-hint ${id}-problem`}
        value={text}
        onInput={(event) => onInput(event.currentTarget.value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="hint">
        {t('presetSitesHint')}
      </p>
      <p id={`${id}-problem`} class="problem small" aria-live="polite">
        {problem !== null && describeSitesProblem(problem)}
      </p>
    </div>
  );
}

/** Never fewer than before: leaving the field removes lines, and what is below must not move away from a press. */
function useRowsOf(text: string): number {
  const [most, setMost] = useState(minRows);
  const rows = Math.max(most, Math.min(maxRows, text.split('\n').length + 1));
  if (rows > most) setMost(rows);
  return rows;
}
