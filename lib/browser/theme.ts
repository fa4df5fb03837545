/** Shows a theme, and mirrors it where public/theme.js and the popup read it before their first frame. */
export function showTheme(theme: string): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Without it, other pages follow the browser's theme.
  }
}
