export type { Accessible, Name } from './accessibility.ts';
export { axeViolations, type Violation } from './axe.ts';
export { readClipboard, writeClipboard } from './clipboard.ts';
export type { Driver } from './driver.ts';
export type { EvaluateOptions } from './evaluate.ts';
export type { Fault } from './faults.ts';
export { launchFirefox, type FirefoxOptions, type MenuTab, type RunningFirefox } from './firefox.ts';
export {
  chromeBuild,
  firefoxBuild,
  launchExtension,
  pinExtension,
  removeFolder,
  temporaryFolder,
  type LaunchOptions,
  type RunningExtension,
} from './launch.ts';
export {
  drivePage,
  openExtensionPage,
  openedSettings,
  isLoaded,
  type Look,
  type PageDriver,
} from './page-driver.ts';
export { allowHost, onExtensionsPage, withdrawHost } from './permission.ts';
export { openPopup, popupOpenedBy } from './popup.ts';
export { startScreen, whyNoScreen, type Point, type Screen } from './screen.ts';
export { startSecureFront, type SecureFront } from './secure-front.ts';
export { pressEnabled } from './press-enabled.ts';
export { makeLasting } from './profile.ts';
export { startSite, type Site, type SitePage } from './site.ts';
export { pause, until, type WaitOptions } from './wait.ts';
export { installWarnings } from './warnings.ts';
export {
  dispatchCommand,
  dispatchMenu,
  dispatchOmnibox,
  evaluateIn,
  evaluateInWorker,
  killWorker,
  presentWorker,
  runningWorker,
  unstopped,
  wakeWorker,
  type MenuClick,
  type TabLike,
} from './worker.ts';
export { stopsWorker } from './worker-stops.ts';
