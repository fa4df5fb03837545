/** Reads the page under the popup; loaded only when a page is read, as it needs the schema library. */
import { readPicture, readMetadata } from '../../../lib/browser/injected-scripts.ts';
import { executeInTab } from '../../../lib/browser/execute-script.ts';
import {
  parseImage,
  parseMetadata,
  metadataLimits,
  type PageMetadata,
} from '../../../lib/page-metadata/parse-metadata.ts';

export async function readPageTags(address: string): Promise<PageMetadata | null> {
  return parseMetadata(await executeInTab(address, readMetadata, metadataLimits), address);
}

/** In pixels: twice what a popup shows. */
const pictureWidth = 640;

export async function readPagePicture(address: string, picture: string): Promise<string | null> {
  return parseImage(await executeInTab(address, readPicture, picture, pictureWidth));
}
