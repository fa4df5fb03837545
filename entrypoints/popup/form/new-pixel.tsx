/** The form for a new pixel, once the picker has its name. */
import { add } from './create-record.ts';
import type { PopupModel } from '../model.ts';
import { lazy } from '../lazy.tsx';

const NewPixelForm = lazy(async () => (await import('./new-pixel-form.tsx')).NewPixelForm);

export function NewPixel({ model }: { readonly model: PopupModel }) {
  const { newPixel } = model.nestedForms;
  const pixel = newPixel.value;
  if (pixel === null) return null;
  const close = () => (newPixel.value = null);
  return (
    <NewPixelForm
      pixel={pixel}
      types={model.view.value.pixelTypes}
      onChange={(changed) => (newPixel.value = changed)}
      onCancel={close}
      onAdd={(complete) => {
        close();
        void add(model, { kind: 'add-pixel', ...complete });
      }}
    />
  );
}
