/** Reads the page under the popup; loaded only where that is wanted, after what readies the schema library. */
import { readPicture, readTags } from '../../../lib/browser/injected-scripts.ts';
import { runInPage } from '../../../lib/browser/execute-script.ts';
import { pagePicture, pageTags, tagCaps, type PageTags } from '../../../lib/page-metadata/parse-metadata.ts';

export async function readPageTags(address: string): Promise<PageTags | null> {
  return pageTags(await runInPage(address, readTags, tagCaps), address);
}

/** In pixels: twice what a popup shows. */
const pictureWidth = 640;

export async function readPagePicture(address: string, picture: string): Promise<string | null> {
  return pagePicture(await runInPage(address, readPicture, picture, pictureWidth));
}
