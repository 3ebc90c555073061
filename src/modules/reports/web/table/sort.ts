import type { Row } from '../../contract/report.ts';

export interface Sorting {
  /** A measure, or `label`. */
  column: string;
  isDown: boolean;
}

/** `-units`: the most first; `label`: by the alphabet. Null: as the server has them. */
export function readSorting(text: string | null, columns: readonly string[]): Sorting | null {
  const column = text?.replace(/^-/, '') ?? '';
  if (column !== 'label' && !columns.includes(column)) return null;
  return { column, isDown: text?.startsWith('-') ?? false };
}

/** What a press on a heading leads to: figures the most first, names by the alphabet, then the other way, then as it was. */
export function nextSorting(now: Sorting | null, column: string): string | null {
  const first = column === 'label' ? 'label' : `-${column}`;
  const second = column === 'label' ? '-label' : column;
  if (now?.column !== column) return first;
  const isFirst = (now.isDown ? `-${column}` : column) === first;
  return isFirst ? second : null;
}

const names = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** What has no figure comes last, whichever way. */
export function sorted(rows: readonly Row[], sorting: Sorting | null): readonly Row[] {
  if (!sorting) return rows;
  const { column, isDown } = sorting;
  const way = isDown ? -1 : 1;
  if (column === 'label') return rows.toSorted((a, b) => way * names.compare(a.label, b.label));
  return rows.toSorted((a, b) => {
    const [first, second] = [a.figures[column] ?? null, b.figures[column] ?? null];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return way * (first - second);
  });
}
