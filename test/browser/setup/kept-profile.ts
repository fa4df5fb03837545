// A browser that is killed and started again on its own profile, as often as a test wants, beside one service.
import {
  launchExtension,
  makeLasting,
  openExtensionPage,
  removeFolder,
  temporaryFolder,
  type RunningExtension,
} from '../harness/index.ts';
import { startConnected, type Scene, type SceneOptions } from './connected.ts';

export interface KeptProfile extends AsyncDisposable {
  /** The scene with the browser of now. */
  scene(): Scene;
  /** SIGKILL to the browser and all its processes. */
  crash(): Promise<void>;
  /** The browser alone: whatever the extension does now, it does by itself. */
  start(): Promise<void>;
  /** Opens the settings, by which the scene's helpers ask and look. */
  openSettings(): Promise<void>;
}

/** @param granted optional permissions that the person has allowed once */
export async function startKeptProfile(
  { service, launch }: SceneOptions = {},
  granted: readonly string[] = [],
): Promise<KeptProfile> {
  await using opened = new AsyncDisposableStack();
  const userDataDir = await temporaryFolder('kept');
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
  // Only a browser that is closed in good order writes at once what it knows of its extensions.
  await running.close();
  await makeLasting(userDataDir, running.id, granted);
  await start();
  await openSettings();
  const all = opened.move();
  return {
    scene: () => scene,
    crash: () => running.kill(),
    start,
    openSettings,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
