import { storedStyles } from '../platform/contract/styles.ts';
import { setCookie } from '../platform/web/state/cookie.ts';

/** Has the browser store the style sheet that came inside the page, so that later pages come without it. */
export async function storeStyles(): Promise<void> {
  const href = document.querySelector<HTMLElement>('style[data-href]')?.dataset.href;
  if (!href) return;
  try {
    const answer = await fetch(href, { priority: 'low' });
    await answer.blob();
    if (!answer.ok) return;
  } catch {
    return; // The next page contains it again.
  }
  setCookie(storedStyles, href);
}
