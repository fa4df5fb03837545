/** The form for a new pixel, once the picker has its name. */
import { add } from './create-record.ts';
import type { PopupModel } from '../model.ts';
import { useLazyModule } from '../use-lazy-module.ts';

export function NewPixel({ model }: { readonly model: PopupModel }) {
  const { newPixel } = model.nestedForms;
  const pixel = newPixel.value;
  const loaded = useLazyModule(pixel !== null, () => import('./new-pixel-form.tsx'));
  if (pixel === null || loaded === null) return null;
  const close = () => (newPixel.value = null);
  return (
    <loaded.NewPixelForm
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
