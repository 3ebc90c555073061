import type { FileRecord, RowProblem } from '../kinds.ts';

/** A record-level value: taken from the first row of the record that has it. */
export interface SharedValue {
  cell(field: string): string;
  /** Its row, so that the user can find it in the file. */
  rowOf(field: string): number;
}

/** The record-level values of a record with several rows, and the rows that contradict each other. */
export function agree(
  record: FileRecord,
  fields: readonly string[],
): { shared: SharedValue; problems: RowProblem[] } {
  const values = new Map<string, { text: string; row: number }>();
  const problems: RowProblem[] = [];
  for (const { row, cell } of record) {
    for (const field of fields) {
      const text = cell(field);
      if (text === '') continue;
      const first = values.get(field);
      if (!first) values.set(field, { text, row });
      else if (first.text.toLowerCase() !== text.toLowerCase())
        problems.push({
          row,
          field,
          error: `Row ${first.row} of the same record has ${first.text.slice(0, 60)}`,
        });
    }
  }
  return {
    shared: {
      cell: (field) => values.get(field)?.text ?? '',
      rowOf: (field) => values.get(field)?.row ?? record[0].row,
    },
    problems,
  };
}
