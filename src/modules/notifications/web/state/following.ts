import { navigate } from 'wouter/use-browser-location';

/** The path of an action URL of this site; undefined for other origins. */
export function actionPath(actionUrl: string | undefined): string | undefined {
  const url = ownUrl(actionUrl);
  return url && url.pathname + url.search + url.hash;
}

/**
 * Follows a notification's link: a conversation opens at its message beside the current page, anything else
 * navigates within this site. Other origins are not followed.
 */
export function followAction(actionUrl: string | undefined): void {
  const url = ownUrl(actionUrl);
  const channelId = url?.searchParams.get('channel');
  if (!url || !channelId) {
    if (url) navigate(url.pathname + url.search + url.hash);
    return;
  }
  const messageId = url.searchParams.get('message') ?? undefined;
  window.dispatchEvent(new CustomEvent('chatNavigate', { detail: { channelId, messageId } }));
}

function ownUrl(actionUrl: string | undefined): URL | undefined {
  if (!actionUrl) return undefined;
  const { origin, pathname } = window.location;
  if (!URL.canParse(actionUrl, origin + pathname)) return undefined;
  const url = new URL(actionUrl, origin + pathname);
  return url.origin === origin ? url : undefined;
}
