import { useEffect, useRef } from 'react';
import type { Row } from '../row/rows.ts';

/** How many of other people's messages arrived below the visible ones. */
export function useUnseen(rows: readonly Row[], me: number, atEnd: boolean): number {
  const seen = useRef(lastAt(rows));
  useEffect(() => {
    if (atEnd) seen.current = lastAt(rows);
  }, [atEnd, rows]);
  if (atEnd) return 0;
  let count = 0;
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index];
    if (!row || (row.message && row.at <= seen.current)) break;
    if (row.senderId !== me) count += 1;
  }
  return count;
}

/** Time of the newest confirmed message in ms: thread rows have no `seq`. */
function lastAt(rows: readonly Row[]): number {
  return rows.findLast(({ message }) => message !== null)?.at ?? 0;
}
