import type { FileRecord, RowProblem } from '../kinds.ts';

/** What a record says once, wherever it stands: in its first row that says it. */
export interface SharedValue {
  cell(field: string): string;
  /** The row it stands in, for whoever mends the file. */
  rowOf(field: string): number;
}

/** The facts of a record of several rows, and where two of its rows say different things. */
export function agree(
  record: FileRecord,
  fields: readonly string[],
): { said: SharedValue; problems: RowProblem[] } {
  const said = new Map<string, { text: string; row: number }>();
  const problems: RowProblem[] = [];
  for (const { row, cell } of record) {
    for (const field of fields) {
      const text = cell(field);
      if (text === '') continue;
      const first = said.get(field);
      if (!first) said.set(field, { text, row });
      else if (first.text.toLowerCase() !== text.toLowerCase())
        problems.push({
          row,
          field,
          error: `Row ${first.row} of the same says ${first.text.slice(0, 60)}`,
        });
    }
  }
  return {
    said: {
      cell: (field) => said.get(field)?.text ?? '',
      rowOf: (field) => said.get(field)?.row ?? record[0].row,
    },
    problems,
  };
}
