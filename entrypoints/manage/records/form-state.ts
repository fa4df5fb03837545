/** The forms of a section: the values, whether they have been sent, and which one is open. */
import { signal, type Signal } from '@preact/signals';
import * as z from 'zod/mini';
import type { FormValues } from './form-fields.ts';
import type { DraftStore } from './draft-store.ts';

export const storedFormSchema = z.object({
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** The fields that the user has changed. Missing in drafts of an earlier version: all of them count. */
  typed: z.optional(z.array(z.string())),
  /** The id of the command that it was sent with, until the result is known. */
  asking: z.nullable(z.string()),
  /** When it was sent: epoch ms. */
  askedAt: z.number(),
});
export type StoredForm = z.infer<typeof storedFormSchema>;

export interface FormState extends StoredForm {
  readonly values: FormValues;
  readonly showErrors: boolean;
}

/** The user has typed something that would be lost. */
export const isTouched = ({ typed }: Pick<StoredForm, 'typed'>): boolean =>
  typed === undefined || typed.length > 0;

/** By the id of the record; `new` for one that is to be added. */
type Forms = ReadonlyMap<string, FormState>;

const newForm = (values: FormValues): FormState => ({
  values,
  typed: [],
  asking: null,
  askedAt: 0,
  showErrors: false,
});

function openIn(forms: Forms, key: string, values: FormValues): Forms {
  const unfinished = [...forms].filter(([, form]) => isTouched(form) || form.asking !== null);
  return new Map([...unfinished, [key, forms.get(key) ?? newForm(values)]]);
}

function createFormSignals(drafts: DraftStore<StoredForm>) {
  const open = signal<Forms>(new Map());
  /** The key of the form that is shown; others that were changed or sent stay stored until their record is edited again. */
  const shown = signal<string | null>(null);

  const peek = (key: string): FormState | null => open.peek().get(key) ?? null;

  function show(next: Forms): Promise<void> {
    open.value = next;
    return drafts.save(Object.fromEntries(next));
  }

  async function update(key: string, change: Partial<FormState>): Promise<void> {
    const state = peek(key);
    if (state !== null) await show(new Map(open.peek()).set(key, { ...state, ...change }));
  }

  return { open, shown, peek, show, update };
}

export function createForms(drafts: DraftStore<StoredForm>) {
  const { open, shown, peek, show, update } = createFormSignals(drafts);

  return {
    get: (key: string): FormState | null => open.value.get(key) ?? null,
    peek,
    shown,

    /** Forms that were neither changed nor sent close. */
    open(key: string, values: FormValues): void {
      shown.value = key;
      void show(openIn(open.peek(), key, values));
    },

    /** Keeps what was typed in a form that is not open any more. */
    keep(key: string, values: FormValues): void {
      shown.value ??= key;
      void show(new Map(open.peek()).set(key, { ...newForm(values), typed: undefined }));
    },

    /** Hides a form that was sent. It is shown again if that fails. */
    hide(key: string): void {
      if (shown.peek() === key) shown.value = null;
    },

    close(key: string): void {
      if (shown.peek() === key) shown.value = null;
      const next = new Map(open.peek());
      if (next.delete(key)) void show(next);
    },

    type(key: string, name: string, value: string | boolean): void {
      const state = peek(key);
      // A form that was sent is frozen.
      if (state?.asking !== null) return;
      const typed = state.typed && [...new Set([...state.typed, name])];
      void update(key, { values: { ...state.values, [name]: value }, typed });
    },

    showErrors: (key: string): void => void update(key, { showErrors: true }),
    /** @returns when that is stored for a reload of the page */
    markSent: (key: string, id: string, at: number): Promise<void> =>
      update(key, { asking: id, askedAt: at }),
    reopen(key: string): void {
      shown.value ??= key;
      void update(key, { asking: null });
    },

    restore: () => restoreForms(drafts, open, shown),
  };
}

/** Shows the forms that were open before the page was reloaded. @returns those that had been sent */
async function restoreForms(
  drafts: DraftStore<StoredForm>,
  open: Signal<Forms>,
  shown: Signal<string | null>,
): Promise<readonly (readonly [key: string, form: StoredForm])[]> {
  const stored = Object.entries(await drafts.read()).filter(([key]) => !open.peek().has(key));
  // Not saved again, since nothing of it has changed.
  const restored = stored.map(([key, form]) => [key, { ...form, showErrors: false }] as const);
  open.value = new Map([...open.peek(), ...restored]);
  shown.value ??= stored[0]?.[0] ?? null;
  return stored.filter(([, { asking }]) => asking !== null);
}
