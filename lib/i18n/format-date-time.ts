/** A moment by the person's own clock and in their language: "5 Nov 2026, 09:30". */
import { uiLanguage } from './t.ts';

/** @param at epoch ms, in any year that a date field takes */
export function formatDateTime(at: number): string {
  return new Intl.DateTimeFormat(uiLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
