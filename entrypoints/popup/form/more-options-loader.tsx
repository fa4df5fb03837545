/** "More options": their code loads when they are unfolded. */
import type { PopupModel } from '../model.ts';
import { openAsPage, openTabChoice } from '../navigate.ts';
import { pageMetadataReader } from '../page-metadata/page-metadata.ts';
import { lazy } from '../lazy.tsx';

const MoreOptions = lazy(async () => (await import('./more-options.tsx')).MoreOptions);

interface MoreOptionsLoaderProps {
  readonly model: PopupModel;
  readonly isOpen: boolean;
  readonly offersPage: boolean;
  readonly isPreset?: boolean;
}

export function MoreOptionsLoader({ model, isOpen, offersPage, isPreset = false }: MoreOptionsLoaderProps) {
  if (!isOpen) return null;
  return (
    <MoreOptions
      model={model}
      reader={pageMetadataReader}
      isPreset={isPreset}
      {...(offersPage && { onOpenAsPage: openAsPage, onOpenTabs: openTabChoice })}
    />
  );
}
