const key = 'forecourt-destination';

/** Keeps where the visitor wanted to go until they have signed in; this tab only. */
export function rememberDestination(path: string): void {
  withStorage((storage) => storage.setItem(key, path));
}

export function forgetDestination(): void {
  withStorage((storage) => storage.removeItem(key));
}

/** Where to go after signing in: the remembered page of this site, else home. */
export function readDestination(): string {
  return samesitePath(withStorage((storage) => storage.getItem(key))) ?? '/';
}

function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    // Storage is forbidden: signing in then leads home.
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
