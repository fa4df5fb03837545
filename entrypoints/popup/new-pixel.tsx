/** The form for a new pixel, while its name has been given in the picker; few popups ever need it, so it loads then. */
import { useEffect, useState } from 'preact/hooks';
import type * as addPixel from './add-pixel.tsx';
import { add, newPixel } from './additions.ts';
import type { PopupModel } from './model.ts';

export function NewPixel({ model }: { readonly model: PopupModel }) {
  const name = newPixel.value;
  const [form, setForm] = useState<typeof addPixel | null>(null);
  useEffect(() => {
    if (name !== null) void import('./add-pixel.tsx').then(setForm);
  }, [name !== null]);
  if (name === null || form === null) return null;
  const close = () => (newPixel.value = null);
  return (
    <form.AddPixel
      name={name}
      types={model.view.value.pixelTypes}
      onCancel={close}
      onAdd={(pixel) => {
        close();
        void add(model, { kind: 'add-pixel', ...pixel });
      }}
    />
  );
}
