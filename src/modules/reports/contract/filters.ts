/** Keeps only the records of one row of a grouping: `make` `Ford`. */
export interface ReportFilter {
  by: string;
  key: string;
}

/** The URL format: `make:Ford;condition:used`. */
export const writeFilters = (filters: readonly ReportFilter[]): string =>
  filters.map(({ by, key }) => `${by}:${encodeURIComponent(key)}`).join(';');

/** Null for text that `writeFilters` could not have produced. */
export function readFilters(text: string): ReportFilter[] | null {
  if (text === '') return [];
  const parts = text.split(';').map((part) => /^([a-z][A-Za-z]*):(.{0,400})$/s.exec(part));
  const read: ReportFilter[] = [];
  for (const part of parts) {
    if (!part) return null;
    try {
      read.push({ by: part[1] ?? '', key: decodeURIComponent(part[2] ?? '') });
    } catch {
      // A malformed percent escape.
      return null;
    }
  }
  return new Set(read.map(({ by }) => by)).size === read.length ? read : null;
}
