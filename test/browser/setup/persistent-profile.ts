// A browser that is killed and started again on its own profile, as often as a test wants, beside one service.
import { appendFile, readdir, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import {
  launchExtension,
  makeLasting,
  openExtensionPage,
  removeFolder,
  temporaryFolder,
  type RunningExtension,
} from '../harness/index.ts';
import { startConnected, type Scene, type SceneOptions } from './connected.ts';

export interface PersistentProfile extends AsyncDisposable {
  /** The scene with the browser of now. */
  scene(): Scene;
  /** SIGKILL to the browser and all its processes. */
  crash(): Promise<void>;
  /** To be called while it is killed: as if that had been in the middle of a write to this store. */
  leaveHalfAWrite(store: 'storage' | 'databases'): Promise<void>;
  /** The browser alone: everything that the extension does now, it does without a page's request. */
  start(): Promise<void>;
  /** Opens the settings, in which the scene's helpers run. */
  openSettings(): Promise<void>;
}

/** @param granted optional permissions that were granted once */
export async function startPersistentProfile(
  { service, launch }: SceneOptions = {},
  granted: readonly string[] = [],
): Promise<PersistentProfile> {
  await using opened = new AsyncDisposableStack();
  const userDataDir = await temporaryFolder('persistent');
  opened.defer(() => removeFolder(userDataDir));
  const first = opened.use(
    await startConnected({ ...(service && { service }), launch: { ...launch, userDataDir } }),
  );
  let running: RunningExtension = first.running;
  opened.defer(() => running.close());
  let scene: Scene = first;
  const start = async (): Promise<void> => {
    running = await launchExtension({ ...launch, userDataDir, installed: first.running.id });
    scene = { ...scene, running };
  };
  const openSettings = async (): Promise<void> => {
    scene = { ...scene, options: await openExtensionPage(running, 'options.html') };
  };
  // Only a browser that is closed normally immediately writes what it knows of its extensions.
  await running.close();
  await makeLasting(userDataDir, running.id, granted);
  await start();
  await openSettings();
  const all = opened.move();
  return {
    scene: () => scene,
    crash: () => running.kill(),
    leaveHalfAWrite: (store) =>
      leaveHalfARecord(path.join(userDataDir, 'Default', folders[store](running.id))),
    start,
    openSettings,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

const folders = {
  storage: (id: string) => `Local Extension Settings/${id}`,
  databases: (id: string) => `IndexedDB/chrome-extension_${id}_0.indexeddb.leveldb`,
} as const;

const blockBytes = 32_768;

/** Half a record at the end of the newest log of a LevelDB, at the beginning of a block: the rest of that is at risk. */
async function leaveHalfARecord(folder: string): Promise<void> {
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log')).toSorted();
  const newest = path.join(folder, logs.at(-1) ?? '');
  // Zeros are what the format itself leaves at the end of a block.
  await truncate(newest, Math.ceil((await stat(newest)).size / blockBytes) * blockBytes);
  const [checksum, length, whole] = [0x5a_5a_5a_5a, 100, 1];
  const half = Buffer.alloc(7 + length / 2, 'x');
  half.writeUInt32LE(checksum, 0);
  half.writeUInt16LE(length, 4);
  half.writeUInt8(whole, 6);
  await appendFile(newest, half);
}
