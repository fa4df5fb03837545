/** "More options": their code loads when they are unfolded. */
import type { PopupModel } from '../model.ts';
import { openAsPage } from '../navigate.ts';
import { pageMetadataReader } from '../page-metadata/page-metadata.ts';
import { useLazyModule } from '../use-lazy-module.ts';

export interface MoreOptionsLoaderProps {
  readonly model: PopupModel;
  readonly isOpen: boolean;
  readonly offersPage: boolean;
  readonly isPreset?: boolean;
}

export function MoreOptionsLoader({ model, isOpen, offersPage, isPreset = false }: MoreOptionsLoaderProps) {
  const loaded = useLazyModule(isOpen, () => import('./more-options.tsx'));
  if (loaded === null) return null;
  return (
    <loaded.MoreOptions
      model={model}
      reader={pageMetadataReader}
      isPreset={isPreset}
      {...(offersPage && { onOpenAsPage: openAsPage })}
    />
  );
}
