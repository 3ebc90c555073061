/** Whether this tab is visible and focused. */
export const hasFocus = () => document.visibilityState === 'visible' && document.hasFocus();

export function watchFocus(watcher: () => void): () => void {
  window.addEventListener('focus', watcher);
  window.addEventListener('blur', watcher);
  document.addEventListener('visibilitychange', watcher);
  return () => {
    window.removeEventListener('focus', watcher);
    window.removeEventListener('blur', watcher);
    document.removeEventListener('visibilitychange', watcher);
  };
}
