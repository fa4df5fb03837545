/** The clipboard as a focused page of ours has it: no permission needed. */

/** Whether the text is really there: only a write that returned counts as copied. */
export async function copyInPage(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
