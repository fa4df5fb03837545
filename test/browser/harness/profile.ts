import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** Set on what a debugger has loaded: such an extension is not loaded at the next start of the browser. */
const forThisSessionOnly = 1 << 15;

const preferencesSchema = z.looseObject({
  extensions: z.looseObject({
    ui: z.optional(z.looseObject({})),
    settings: z.record(
      z.string(),
      z.looseObject({
        creation_flags: z.optional(z.int()),
        runtime_granted_permissions: z.optional(z.looseObject({ api: z.array(z.unknown()) })),
      }),
    ),
  }),
});

/**
 * Turns the extension of a closed browser into one that is installed for good: from the next start on the browser
 * loads it automatically, with the permissions it was given, and nothing is installed again.
 *
 * @param granted permissions that were granted once: requested again in a gesture, they are granted without a prompt,
 *   which no test can press
 */
export async function makeLasting(
  userDataDir: string,
  id: string,
  granted: readonly string[] = [],
): Promise<void> {
  const file = path.join(userDataDir, 'Default', 'Preferences');
  const preferences = preferencesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const own = preferences.extensions.settings[id];
  if (own?.creation_flags === undefined) throw new Error(`The profile has no extension ${id}.`);
  own.creation_flags &= ~forThisSessionOnly;
  // Elsewhere an unpacked extension is not started.
  preferences.extensions.ui = { ...preferences.extensions.ui, developer_mode: true };
  own.runtime_granted_permissions?.api.push(...granted);
  await writeFile(file, JSON.stringify(preferences));
}
