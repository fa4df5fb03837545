/** The form for a new pixel, while its name has been given in the picker; few popups ever need it, so it loads then. */
import { useEffect, useState } from 'preact/hooks';
import type * as addPixel from './new-pixel-form.tsx';
import { add } from './create-record.ts';
import type { PopupModel } from '../model.ts';
import { newPixel } from './nested-form-state.ts';

export function NewPixel({ model }: { readonly model: PopupModel }) {
  const pixel = newPixel.value;
  const [form, setForm] = useState<typeof addPixel | null>(null);
  useEffect(() => {
    if (pixel !== null) void import('./new-pixel-form.tsx').then(setForm);
  }, [pixel !== null]);
  if (pixel === null || form === null) return null;
  const close = () => (newPixel.value = null);
  return (
    <form.NewPixelForm
      pixel={pixel}
      types={model.view.value.pixelTypes}
      onChange={(changed) => (newPixel.value = changed)}
      onCancel={close}
      onAdd={(whole) => {
        close();
        void add(model, { kind: 'add-pixel', ...whole });
      }}
    />
  );
}
