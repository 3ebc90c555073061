import type { Row } from '../../../contract/report.ts';

export interface Sorting {
  /** A measure, or `label`. */
  column: string;
  isDown: boolean;
}

/** `-units` is descending, `label` alphabetical; null is the server’s order. */
export function readSorting(text: string | null, columns: readonly string[]): Sorting | null {
  const column = text?.replace(/^-/, '') ?? '';
  if (column !== 'label' && !columns.includes(column)) return null;
  return { column, isDown: text?.startsWith('-') ?? false };
}

/** The sorting after a click on a heading: figures descending or names ascending first, then reversed, then none. */
export function nextSorting(now: Sorting | null, column: string): string | null {
  const first = column === 'label' ? 'label' : `-${column}`;
  const second = column === 'label' ? '-label' : column;
  if (now?.column !== column) return first;
  const isFirst = (now.isDown ? `-${column}` : column) === first;
  return isFirst ? second : null;
}

const names = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Missing figures come last in both directions. */
export function sorted(rows: readonly Row[], sorting: Sorting | null): readonly Row[] {
  if (!sorting) return rows;
  const { column, isDown } = sorting;
  const way = isDown ? -1 : 1;
  if (column === 'label') return rows.toSorted((a, b) => way * names.compare(a.label, b.label));
  return rows.toSorted((a, b) => {
    const first = a.figures[column] ?? null;
    const second = b.figures[column] ?? null;
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return way * (first - second);
  });
}
