/** Fakes the page under the popup. */
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

/** @param found the metadata that reading returns; `null` for a page that can't be read */
export function fakePageMetadata(found: PageMetadata | null, readable = true) {
  const calls: string[] = [];
  const reader: PageMetadataReader = {
    isReadable: () => readable,
    allow: () => void calls.push('allow'),
    read: async ({ pageMetadata }) => {
      calls.push('read');
      pageMetadata.tags.value = found;
      return found;
    },
    readPicture: async (_, address) => {
      calls.push(address);
      return address.endsWith('.png') ? 'data:image/jpeg;base64,AAAA' : null;
    },
  };
  return { reader, calls };
}
