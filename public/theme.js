/*
 * The theme chosen in the settings, before a page's first frame: a module would run after it. The settings page writes
 * this copy of the preference; pages that are open follow it.
 */
const showTheme = () => {
  try {
    document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'system';
  } catch {
    // A browser without `localStorage` shows its own theme.
  }
};
showTheme();
addEventListener('storage', showTheme);
