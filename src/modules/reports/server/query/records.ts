import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Column, ReportRecord } from '../../contract/report.ts';
import { seesMoney } from './describe.ts';
import type { ValidQuery } from './validate.ts';

export const pageSize = 50;

interface Page {
  columns: Column[];
  records: ReportRecord[];
  next: string | null;
}

/** The records behind the figures, without columns the scope may not see. */
export async function readRecords(
  db: Db<AnyTables>,
  { report, query }: ValidQuery,
  page: { after: string | undefined; limit: number },
): Promise<Page> {
  const { columns, read } = report.records;
  const { scope } = query;
  const isVisible = columns.map(
    ({ isMoney, isCustomer, isPersonal }) =>
      (seesMoney(report, scope) || !isMoney) &&
      (scope.customers || !isCustomer) &&
      (scope.people || !isPersonal),
  );
  const { records, next } = await read(db, query, page);
  return {
    columns: columns.filter((_, at) => isVisible[at]).map(({ label, kind }) => ({ label, kind })),
    records: records.map(({ id, href, cells }) => ({
      id,
      href,
      cells: cells.filter((_, at) => isVisible[at]),
    })),
    next,
  };
}
