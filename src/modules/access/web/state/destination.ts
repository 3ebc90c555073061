const key = 'forecourt-destination';

/** Stores the requested page until the user has signed in; this tab only. */
export function rememberDestination(path: string): void {
  withStorage((storage) => storage.setItem(key, path));
}

export function forgetDestination(): void {
  withStorage((storage) => storage.removeItem(key));
}

/** The page to open after signing in: the stored page of this site, else home. */
export function readDestination(): string {
  return samesitePath(withStorage((storage) => storage.getItem(key))) ?? '/';
}

function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    // Storage is blocked: signing in then opens home.
    return undefined;
  }
}

/** `//host` and `/\host` leave the site although they begin like a path. */
function samesitePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/')) return undefined;
  const url = new URL(path, window.location.origin);
  if (url.origin !== window.location.origin || url.pathname === '/auth') return undefined;
  return url.pathname + url.search + url.hash;
}
