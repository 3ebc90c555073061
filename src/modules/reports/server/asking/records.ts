import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Column, ReportRecord } from '../../contract/report.ts';
import type { Checked } from './question.ts';

export const pageSize = 50;
/** Held in memory while they are written to a file. */
export const linesAtMost = 20_000;

interface Page {
  columns: Column[];
  records: ReportRecord[];
  next: string | null;
}

/** What figures are made of, as far as whoever asks may know it: without the columns that are not theirs. */
export async function readRecords(
  db: Db<AnyTables>,
  { report, asked }: Checked,
  page: { after: string | undefined; limit: number },
): Promise<Page> {
  const { columns, read } = report.records;
  const { sight } = asked;
  const isTold = columns.map(
    ({ isMoney, isCustomer, isPersonal }) =>
      (sight.money || !isMoney) &&
      (sight.customers || !isCustomer) &&
      (sight.people || !isPersonal),
  );
  const { records, next } = await read(db, asked, page);
  return {
    columns: columns.filter((_, at) => isTold[at]).map(({ label, kind }) => ({ label, kind })),
    records: records.map(({ id, href, cells }) => ({
      ...{ id, href },
      cells: cells.filter((_, at) => isTold[at]),
    })),
    next,
  };
}

/** All of them up to as many as a file takes, the latest. */
export const readAllRecords = (db: Db<AnyTables>, checked: Checked): Promise<Page> =>
  readRecords(db, checked, { after: undefined, limit: linesAtMost });
