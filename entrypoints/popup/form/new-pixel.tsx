/** The form for a new pixel, once the picker has its name: an on-demand chunk. */
import { add } from './create-record.ts';
import type { PopupModel } from '../model.ts';
import { NewPixelForm } from './new-pixel-form.tsx';

export function NewPixel({ model }: { readonly model: PopupModel }) {
  const { newPixel, blocksLink } = model.nestedForms;
  const pixel = newPixel.value;
  if (pixel === null) return null;
  const close = () => {
    newPixel.value = null;
    blocksLink.value = false;
    // The pressed button goes with the form.
    document.getElementById('pixels')?.focus();
  };
  return (
    <NewPixelForm
      pixel={pixel}
      isBlocking={blocksLink.value}
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
