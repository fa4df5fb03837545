/** Host permission for the service's one origin. */
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
