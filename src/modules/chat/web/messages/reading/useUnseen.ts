import { useEffect, useRef } from 'react';
import type { Row } from '../row/rows.ts';

/** How many messages of others arrived below while one read further up. */
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

/** When the newest confirmed one was written, in ms: rows of a thread have no place in the timeline. */
function lastAt(rows: readonly Row[]): number {
  return rows.findLast(({ message }) => message !== null)?.at ?? 0;
}
