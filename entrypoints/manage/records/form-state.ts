/** The forms that are open in a room: what is typed in them, and whether it has been sent. */
import { signal } from '@preact/signals';
import * as z from 'zod/mini';
import type { FormValues } from './form-fields.ts';
import type { DraftStore } from './draft-store.ts';

export const storedFormSchema = z.object({
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** The id of the ask that it has been sent with, as long as its end is not known. */
  asking: z.nullable(z.string()),
  /** Epoch ms of that. */
  askedAt: z.number(),
});
export type StoredForm = z.infer<typeof storedFormSchema>;

export interface FormState extends StoredForm {
  readonly values: FormValues;
  /** What is wrong is told from here on. */
  readonly showErrors: boolean;
  /** Something in it would be lost. */
  readonly touched: boolean;
}

export function createForms(drafts: DraftStore<StoredForm>) {
  /** By the id of the record; `new` for one that is to be added. */
  const open = signal<ReadonlyMap<string, FormState>>(new Map());

  function show(next: ReadonlyMap<string, FormState>): Promise<void> {
    open.value = next;
    return drafts.save(
      Object.fromEntries(
        [...next].map(([place, { values, asking, askedAt }]) => [place, { values, asking, askedAt }]),
      ),
    );
  }

  function set(place: string, change: Partial<FormState>): Promise<void> {
    const state = open.peek().get(place);
    if (state === undefined) return Promise.resolve();
    return show(new Map(open.peek()).set(place, { ...state, ...change }));
  }

  return {
    get: (place: string): FormState | null => open.value.get(place) ?? null,
    peek: (place: string): FormState | null => open.peek().get(place) ?? null,

    open(place: string, values: FormValues): void {
      if (!open.peek().has(place))
        void show(
          new Map(open.peek()).set(place, {
            values,
            asking: null,
            askedAt: 0,
            showErrors: false,
            touched: false,
          }),
        );
    },

    close(place: string): void {
      const next = new Map(open.peek());
      if (next.delete(place)) void show(next);
    },

    type(place: string, name: string, value: string | boolean): void {
      const state = open.peek().get(place);
      // What has been sent can't be changed any more.
      if (state !== undefined && state.asking === null)
        void set(place, { values: { ...state.values, [name]: value }, touched: true });
    },

    showErrors: (place: string): void => void set(place, { showErrors: true }),
    /** @returns when the next opening of the page would know of it */
    markSent: (place: string, id: string, at: number): Promise<void> =>
      set(place, { asking: id, askedAt: at }),
    reopen: (place: string): void => void set(place, { asking: null }),

    /** What an earlier opening of the page has left. @returns those that had been sent */
    async restore(): Promise<readonly (readonly [place: string, form: StoredForm])[]> {
      const kept = Object.entries(await drafts.read()).filter(([place]) => !open.peek().has(place));
      if (kept.length === 0) return [];
      // Not written again: nothing of it has changed.
      open.value = new Map([
        ...open.peek(),
        ...kept.map(([place, form]) => [place, { ...form, showErrors: false, touched: true }] as const),
      ]);
      return kept.filter(([, { asking }]) => asking !== null);
    },
  };
}
