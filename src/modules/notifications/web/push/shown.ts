/** Takes back what this device shows of these notifications: they have been dealt with elsewhere. */
export function closeShown(ids: readonly string[]): void {
  if (ids.length === 0 || !('serviceWorker' in navigator)) return;
  const meant = new Set(ids);
  navigator.serviceWorker
    .getRegistration()
    .then((registration) => registration?.getNotifications?.())
    .then((shown) => {
      for (const one of shown ?? []) if (meant.has(one.tag)) one.close();
    })
    // It is a courtesy; the person can do it as well.
    .catch(() => {});
}
