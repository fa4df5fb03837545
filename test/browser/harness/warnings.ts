import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { removeFolder, temporaryFolder, type RunningExtension } from './launch.ts';

const helper = { manifest_version: 3, name: 'Warnings', version: '1', permissions: ['management'] };

/**
 * The browser's install warnings of an extension with this manifest (its text). Only an extension
 * with the management permission may read them, so a small one is added for that and removed again.
 */
export async function installWarnings({ browser }: RunningExtension, manifest: string): Promise<string[]> {
  const dir = await temporaryFolder('warnings');
  const page = await browser.newPage();
  try {
    await writeFile(path.join(dir, 'manifest.json'), JSON.stringify(helper));
    const id = await browser.installExtension(dir);
    await page.goto(`chrome-extension://${id}/manifest.json`);
    const raw = await page.evaluate(
      `chrome.management.getPermissionWarningsByManifest(${JSON.stringify(manifest)})`,
    );
    // Its page is closed with it.
    await browser.uninstallExtension(id);
    return z.array(z.string()).parse(raw);
  } finally {
    if (!page.isClosed()) await page.close().catch(() => undefined);
    await removeFolder(dir);
  }
}
