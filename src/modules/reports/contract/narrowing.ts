/** Only what belongs to one row of a grouping: `make` `Ford`. */
export interface Narrowing {
  by: string;
  key: string;
}

/** As an address holds them: `make:Ford;condition:used`. */
export const writeNarrowings = (narrowings: readonly Narrowing[]): string =>
  narrowings.map(({ by, key }) => `${by}:${encodeURIComponent(key)}`).join(';');

/** Null where it is not what `writeNarrowings` writes. */
export function readNarrowings(text: string): Narrowing[] | null {
  if (text === '') return [];
  const parts = text.split(';').map((part) => /^([a-z][A-Za-z]*):(.{0,400})$/s.exec(part));
  const read: Narrowing[] = [];
  for (const part of parts) {
    if (!part) return null;
    try {
      read.push({ by: part[1] ?? '', key: decodeURIComponent(part[2] ?? '') });
    } catch {
      // A percent sign that stands for nothing.
      return null;
    }
  }
  return new Set(read.map(({ by }) => by)).size === read.length ? read : null;
}
