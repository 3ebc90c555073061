/** Closes these notifications on this device: they were handled elsewhere. */
export function closeShown(ids: readonly string[]): void {
  if (ids.length === 0 || !('serviceWorker' in navigator)) return;
  const closed = new Set(ids);
  navigator.serviceWorker
    .getRegistration()
    .then((registration) => registration?.getNotifications?.())
    .then((shown) => {
      for (const one of shown ?? []) if (closed.has(one.tag)) one.close();
    })
    // Best effort; the person can close them too.
    .catch(() => {});
}
