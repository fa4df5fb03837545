/** Permissions that are asked for when they are needed: the service's one origin, reading the page, notifications. */
import { native } from './native.ts';

/**
 * Must be the first thing in a click handler: an `await` before it loses the gesture.
 * In an action popup the prompt destroys the page, so this is asked in a normal tab only.
 */
export function requestOrigin(pattern: string): Promise<boolean> {
  return native.permissions.request({ origins: [pattern] });
}

export function hasOrigin(pattern: string): Promise<boolean> {
  return native.permissions.contains({ origins: [pattern] });
}

/** Every origin that is granted, as patterns. */
export async function grantedOrigins(): Promise<readonly string[]> {
  return (await native.permissions.getAll()).origins ?? [];
}

/** Whether it is gone: what a policy grants stays. */
export function removeOrigin(pattern: string): Promise<boolean> {
  return native.permissions.remove({ origins: [pattern] });
}

/** Whether scripts may run in a page that the person has opened this for. The browser shows the API to nobody else. */
export function canScript(): boolean {
  return native.scripting !== undefined;
}

/** Both browsers grant it without a prompt, so a popup survives it; it must be the first thing in a press all the same. */
export async function requestScripting(): Promise<boolean> {
  return native.permissions.request({ permissions: ['scripting'] });
}

/** In the gesture, too. */
export function requestNotifications(): Promise<boolean> {
  return native.permissions.request({ permissions: ['notifications'] });
}
