/*
 * The theme chosen in the settings, before a page's first frame: a module would run after it. The settings page writes
 * this copy of the preference; pages that are open follow it.
 */
const showTheme = () => (document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'system');
showTheme();
addEventListener('storage', showTheme);
