const maxStored = 8;
const keyOf = (me: number) => `forecourt-searches-${me}`;

/** This user's recent searches in this browser, latest first. */
export function recentSearches(me: number): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(me)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((one) => typeof one === 'string').slice(0, maxStored);
  } catch {
    // Storage is blocked or invalid.
    return [];
  }
}

export function noteSearch(me: number, text: string): void {
  const search = text.trim();
  if (!search) return;
  write(me, [search, ...recentSearches(me).filter((one) => one !== search)].slice(0, maxStored));
}

export function forgetSearches(me: number): void {
  write(me, []);
}

function write(me: number, searches: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(me), JSON.stringify(searches));
  } catch {
    // Storage is full or blocked.
  }
}
