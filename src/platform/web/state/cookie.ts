const aYearInSeconds = 365 * 86_400;

/** Stores what the server needs to know of this browser before it draws a page; null removes it. */
export function setCookie(name: string, value: string | null): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  const maxAge = value === null ? 0 : aYearInSeconds;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is neither synchronous nor in every browser
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}
