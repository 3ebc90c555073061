import {
  centsOf,
  countOf,
  type FileRow,
  type FindStaff,
  type ParsedCell,
} from '../../../../imports/server/public.ts';

export interface Wrong {
  field: string;
  error: string;
}

const mostCents = 100_000_000;
const mostMiles = 2_000_000;

/** Reads the cells of a row one by one; what cannot be read is noted, and as if it were blank. */
export function cellsOf({ cell }: FileRow, findStaff: FindStaff, problems: Wrong[]) {
  const read = <T>(field: string, blank: T, readCell: (text: string) => ParsedCell<T>): T => {
    const text = cell(field);
    if (text === '') return blank;
    const told = readCell(text);
    if ('value' in told) return told.value;
    problems.push({ field, error: told.error });
    return blank;
  };
  return {
    cents: (field: string) => read(field, 0, (text) => centsOf(text, mostCents)),
    /** Null where nothing is said. */
    knownCents: (field: string) =>
      read<number | null>(field, null, (text) => centsOf(text, mostCents)),
    miles: (field: string) => read<number | null>(field, null, (text) => countOf(text, mostMiles)),
    person: (field: string) => read<number | null>(field, null, findStaff),
    word: <T>(field: string, blank: T, find: (text: string) => T | undefined, error: string): T =>
      read<T>(field, blank, (text): ParsedCell<T> => {
        const value = find(text);
        return value === undefined ? { error } : { value };
      }),
  };
}
export type Cells = ReturnType<typeof cellsOf>;
