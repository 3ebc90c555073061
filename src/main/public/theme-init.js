// Runs before the first paint, so that a dark theme shows no white flash. A short version of
// platform/web/theme/theme.ts; it is a file because the Content-Security-Policy allows no inline script.
(() => {
  const root = document.documentElement;
  // Devices that belong to no one follow the system.
  let theme = location.pathname === '/kiosk' ? 'auto' : 'light';
  try {
    theme = localStorage.getItem('forecourt-theme') || theme;
  } catch {
    // Storage is blocked: keep the default.
  }
  if (!['light', 'dark', 'high-contrast', 'blue', 'amber', 'auto'].includes(theme)) theme = 'light';
  const follows = theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = theme;
  root.dataset.scheme = follows || theme === 'dark' || theme === 'high-contrast' ? 'dark' : 'light';
})();
