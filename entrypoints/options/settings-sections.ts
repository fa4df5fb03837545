/** The sections of the settings in their order: ids of their headings, names and icons. */
import { Eraser, Keyboard, Layers, Plug, Shield, SlidersHorizontal, SunMoon, ToggleRight } from 'lucide';

export const sectionNames = {
  connection: { name: 'connectionHeading', icon: Plug },
  defaults: { name: 'defaultsHeading', icon: SlidersHorizontal },
  presets: { name: 'presetsHeading', icon: Layers },
  behavior: { name: 'behaviorHeading', icon: ToggleRight },
  addresses: { name: 'cleanUpUrlsHeading', icon: Eraser },
  shortcuts: { name: 'shortcutsHeading', icon: Keyboard },
  appearance: { name: 'appearanceHeading', icon: SunMoon },
  privacy: { name: 'privacyHeading', icon: Shield },
} as const;

export type SectionId = keyof typeof sectionNames;

export const isSectionId = (id: string): id is SectionId => Object.hasOwn(sectionNames, id);

export const sectionIds: readonly SectionId[] = Object.keys(sectionNames).filter(isSectionId);
