/** "More options": their code loads when they are unfolded. */
import type { ModelProps } from '../model.ts';
import { openAsPage, openTabChoice } from '../navigate.ts';
import { pageMetadataReader } from '../page-metadata/page-metadata.ts';
import { lazy } from '../lazy.tsx';

const MoreOptions = lazy(async () => (await import('./more-options.tsx')).MoreOptions);

export interface MoreOptionsLoaderProps extends ModelProps {
  readonly isOpen: boolean;
  /** Offers to open the link page; false on that page itself. */
  readonly offersPage: boolean;
  /** The options of a preset, which holds no password. */
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
