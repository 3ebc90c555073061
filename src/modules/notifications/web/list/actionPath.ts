/** Where a notification leads inside this site; nothing for any other address. */
export function actionPath(actionUrl: string | undefined): string | undefined {
  if (!actionUrl) return undefined;
  const { origin, pathname } = window.location;
  if (!URL.canParse(actionUrl, origin + pathname)) return undefined;
  const url = new URL(actionUrl, origin + pathname);
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined;
}
