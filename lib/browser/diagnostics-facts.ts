/** Facts about the browser and this installation, without anything of the user. */
import { native } from './native.ts';

/** In bytes; `null` where the browser does not report them. */
async function readStorageUse() {
  const { local } = native.storage;
  const [settingsBytes, estimate] = await Promise.all([
    // Not in older versions of Firefox.
    'getBytesInUse' in local ? local.getBytesInUse(null).catch(() => null) : null,
    // Shown as unknown where the browser does not say.
    navigator.storage.estimate().catch(() => null),
  ]);
  return { settingsBytes, databaseBytes: estimate?.usage ?? null };
}

export async function readDiagnosticsFacts() {
  const [{ os, arch }, { permissions = [], origins = [] }, storage] = await Promise.all([
    native.runtime.getPlatformInfo(),
    native.permissions.getAll(),
    readStorageUse(),
  ]);
  return {
    version: native.runtime.getManifest().version,
    userAgent: navigator.userAgent,
    platform: `${os} ${arch}`,
    browserLanguage: native.i18n.getUILanguage(),
    ...storage,
    permissions,
    sites: origins.length,
  };
}
