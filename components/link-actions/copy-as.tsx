/** Copies a link in the chosen format. Enter copies it again in the format used last. */
import { Braces, Check, CodeXml, Hash, Heading, TextInitial, type IconNode } from 'lucide';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { copyInPage } from '../../lib/browser/clipboard.ts';
import type * as browserShare from '../../lib/browser/share.ts';
import {
  copyFormatNames,
  copyFormats,
  formatLink,
  type CopyableLink,
  type CopyFormat,
} from '../../lib/copy/copy-formats.ts';
import { t } from '../../lib/i18n/t.ts';
import type { CopyPreference, createCopyPreference } from '../../lib/storage/copy-preference.ts';
import { Button } from '../button.tsx';

export interface CopyAsDeps
  extends Pick<typeof browserShare, 'copyMarkup'>, ReturnType<typeof createCopyPreference> {
  readonly copy: typeof copyInPage;
}

const icons = {
  plain: TextInitial,
  markdown: Hash,
  html: CodeXml,
  titled: Heading,
  own: Braces,
} as const satisfies Record<CopyFormat, IconNode>;

const maxTemplateLength = 2_000;
/** Ms after the last keystroke. */
const saveDebounceMs = 400;

export function CopyAs({ link, deps }: { readonly link: CopyableLink; readonly deps: CopyAsDeps }) {
  const { preference, changeTemplate, changeFormat, saveNow } = useCopyPreference(deps);
  const [notice, setNotice] = useState('');
  /** Marked at its button, so that nothing moves. */
  const [copied, setCopied] = useState<CopyFormat | null>(null);
  const [isEditing, setEditing] = useState(false);
  const lastUsed = useRef<HTMLButtonElement>(null);
  useEffect(() => lastUsed.current?.focus(), [preference === null]);
  if (preference === null) return null;
  const { copyFormat, copyTemplate } = preference;

  async function copyAs(format: CopyFormat): Promise<void> {
    setEditing(format === 'own');
    // The same text is announced again only after another one.
    setNotice('');
    setCopied(null);
    if (format === 'own' && copyTemplate.trim() === '') return;
    const { text, html } = formatLink(format, link, copyTemplate);
    const done = await (html === undefined ? deps.copy(text) : deps.copyMarkup(html, text));
    setNotice(done ? t('copiedAs', t(copyFormatNames[format])) : t('notCopied'));
    if (!done) return;
    setCopied(format);
    changeFormat(format);
  }

  return (
    <fieldset>
      <legend>{t('copyAs')}</legend>
      <div class="acts">
        {copyFormats.map((format) => (
          <Button
            key={format}
            icon={format === copied ? Check : icons[format]}
            class={format === copied ? 'copied-format' : undefined}
            text={t(copyFormatNames[format])}
            ref={format === copyFormat ? lastUsed : null}
            aria-expanded={format === 'own' ? isEditing : undefined}
            onClick={() => void copyAs(format)}
          />
        ))}
      </div>
      {isEditing && (
        <TemplateField
          value={copyTemplate}
          onChange={(text) => {
            setNotice('');
            setCopied(null);
            changeTemplate(text);
          }}
          // A closing popup ends the timer.
          onLeave={saveNow}
        />
      )}
      <p role="status" class={copied === null ? 'notice' : 'visually-hidden'}>
        {notice}
      </p>
    </fieldset>
  );
}

interface TemplateFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
}

function TemplateField({ value, onChange, onLeave }: TemplateFieldProps) {
  const id = useId();
  const hint = `${id}-hint`;
  return (
    <div class="row">
      <label for={id}>{t('copyTemplate')}</label>
      <input
        id={id}
        autocomplete="off"
        dir="auto"
        maxLength={maxTemplateLength}
        aria-describedby={hint}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={onLeave}
      />
      <p id={hint} class="note small">
        {t('copyTemplateHint')}
      </p>
    </div>
  );
}

/** The stored preference, `null` until it is loaded. A typed template is saved once typing pauses, or ends. */
function useCopyPreference({ readCopyPreference, saveCopyPreference }: CopyAsDeps) {
  const [preference, setPreference] = useState<CopyPreference | null>(null);
  // Read by a copy that ends after a later render.
  const latest = useRef<CopyPreference | null>(null);
  // The part that was changed here: the other may have been changed in another page since.
  const unsaved = useRef<Partial<CopyPreference>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function show(next: CopyPreference): void {
    latest.current = next;
    setPreference(next);
  }
  useEffect(() => void readCopyPreference().then(show), []);

  function saveNow(): void {
    clearTimeout(timer.current);
    const changes = unsaved.current;
    if (Object.keys(changes).length === 0) return;
    void saveCopyPreference(changes).then((isSaved) => {
      if (isSaved && unsaved.current === changes) unsaved.current = {};
    });
  }
  useEffect(() => saveNow, []);

  function change(part: Partial<CopyPreference>): void {
    if (latest.current === null) return;
    show({ ...latest.current, ...part });
    unsaved.current = { ...unsaved.current, ...part };
  }

  return {
    preference,
    saveNow,
    changeTemplate(copyTemplate: string): void {
      change({ copyTemplate });
      clearTimeout(timer.current);
      timer.current = setTimeout(saveNow, saveDebounceMs);
    },
    changeFormat(copyFormat: CopyFormat): void {
      change({ copyFormat });
      saveNow();
    },
  };
}
