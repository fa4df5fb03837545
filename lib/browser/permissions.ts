/** Optional permissions, requested when they are needed: the service's origin, scripting, notifications, tabs. */
import { native } from './native.ts';

/**
 * Must be the first thing in a click handler: an `await` before it loses the gesture.
 * The prompt closes an action popup, so this is called in a normal tab only.
 */
export function requestOrigin(pattern: string): Promise<boolean> {
  return native.permissions.request({ origins: [pattern] });
}

export function hasOrigin(pattern: string): Promise<boolean> {
  return native.permissions.contains({ origins: [pattern] });
}

/** Patterns of the granted origins. */
export async function grantedOrigins(): Promise<readonly string[]> {
  return (await native.permissions.getAll()).origins ?? [];
}

/** @returns false when it stays, because a policy has granted it */
export function removeOrigin(pattern: string): Promise<boolean> {
  return native.permissions.remove({ origins: [pattern] });
}

/** The browser exposes the API only with the permission. */
export function canScript(): boolean {
  return native.scripting !== undefined;
}

/**
 * Both browsers grant it without a prompt, so a popup stays open; it must still be the first call in a click handler.
 */
export async function requestScripting(): Promise<boolean> {
  return native.permissions.request({ permissions: ['scripting'] });
}

/** Must be the first call in a click handler as well. */
export function requestNotifications(): Promise<boolean> {
  return native.permissions.request({ permissions: ['notifications'] });
}

const tabs = { permissions: ['tabs' as const] };

/** Must be the first thing in a click handler: an `await` before it loses the gesture. */
export function requestTabs(): Promise<boolean> {
  return native.permissions.request(tabs);
}

export function canListTabs(): Promise<boolean> {
  return native.permissions.contains(tabs);
}

/** Those that have no origin. */
export async function removeOptionalPermissions(): Promise<void> {
  await native.permissions.remove({ permissions: ['scripting', 'notifications', 'tabs'] });
}
