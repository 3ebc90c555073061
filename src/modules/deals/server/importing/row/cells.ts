import {
  centsOf,
  countOf,
  type FileRow,
  type FindStaff,
  type ParsedCell,
} from '../../../../imports/server/public.ts';

export interface RowProblem {
  field: string;
  error: string;
}

const mostCents = 100_000_000;
const mostMiles = 2_000_000;

/** Reads the cells of a row; an invalid cell adds a problem and counts as blank. */
export function cellsOf({ cell }: FileRow, findStaff: FindStaff, problems: RowProblem[]) {
  const read = <T>(field: string, blank: T, readCell: (text: string) => ParsedCell<T>): T => {
    const text = cell(field);
    if (text === '') return blank;
    const parsed = readCell(text);
    if ('value' in parsed) return parsed.value;
    problems.push({ field, error: parsed.error });
    return blank;
  };
  return {
    cents: (field: string) => read(field, 0, (text) => centsOf(text, mostCents)),
    /** Null if the cell is blank. */
    knownCents: (field: string) =>
      read<number | null>(field, null, (text) => centsOf(text, mostCents)),
    miles: (field: string) => read<number | null>(field, null, (text) => countOf(text, mostMiles)),
    person: (field: string) => read<number | null>(field, null, findStaff),
    choice: <T>(field: string, blank: T, find: (text: string) => T | undefined, error: string): T =>
      read<T>(field, blank, (text): ParsedCell<T> => {
        const value = find(text);
        return value === undefined ? { error } : { value };
      }),
  };
}
export type Cells = ReturnType<typeof cellsOf>;
