/** A stand-in for the page under the popup. */
import { signal } from '@preact/signals';
import type { PageMetadataReader } from '../../../entrypoints/popup/page-metadata/page-metadata.ts';
import type { PageMetadata } from '../../../lib/page-metadata/parse-metadata.ts';

export const noTags: PageMetadata = {
  title: '',
  description: '',
  picture: '',
  canonical: '',
  selected: '',
  apple: [],
  google: [],
};

/** @param found what reading gives; `null` for a page that can't be read */
export function lookAt(found: PageMetadata | null, readable = true) {
  const tags = signal<PageMetadata | null>(null);
  const asked: string[] = [];
  const look: PageMetadataReader = {
    tags,
    isReadable: () => readable,
    allow: () => void asked.push('allow'),
    read: async () => {
      asked.push('read');
      tags.value = found;
      return found;
    },
    readPicture: async (_, address) => {
      asked.push(address);
      return address.endsWith('.png') ? 'data:image/jpeg;base64,AAAA' : null;
    },
  };
  return { look, asked };
}
