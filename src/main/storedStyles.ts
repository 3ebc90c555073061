import { storedStyles } from '../platform/contract/cookies.ts';
import { setCookie } from '../platform/web/state/cookie.ts';

/** Tells the server which style sheet the browser has stored, so that later pages come without it. */
export function noteStoredStyles(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (link?.sheet) setCookie(storedStyles, new URL(link.href).pathname);
}
