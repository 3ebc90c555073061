import { storedStyles } from '../platform/contract/styles.ts';

const aYearInSeconds = 365 * 86_400;

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
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is neither synchronous nor in every browser
  document.cookie = `${storedStyles}=${href}; path=/; max-age=${aYearInSeconds}; samesite=lax${secure}`;
}
