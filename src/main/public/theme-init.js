// Runs before the first paint, so that nobody who chose the dark sees a white flash. It says in a few lines what
// platform/web/theme/theme.ts says in full; it is a file because the Content-Security-Policy admits no inline script.
(() => {
  const root = document.documentElement;
  let theme = 'light';
  try {
    theme = localStorage.getItem('forecourt-theme') || theme;
  } catch {
    // Storage is forbidden: the default stands.
  }
  if (!['light', 'dark', 'high-contrast', 'blue', 'amber', 'auto'].includes(theme)) theme = 'light';
  const follows = theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = theme;
  root.dataset.scheme = follows || theme === 'dark' || theme === 'high-contrast' ? 'dark' : 'light';
})();
