import type { ReadKind } from '../../../../platform/contract/endpoint.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Column, ReportRecord } from '../../contract/report.ts';
import type { Scope } from '../policy.ts';
import type { RecordColumn, Report } from '../report.ts';
import { seesMoney } from './describe.ts';
import type { ValidQuery } from './validate.ts';

export const pageSize = 50;

interface Page {
  columns: Column[];
  records: ReportRecord[];
  next: string | null;
}

/** The kind of records whose customers the reader would see. */
export const customersIn = ({ report, query }: ValidQuery): ReadKind | undefined =>
  visibleColumns(report, query.scope).find(({ customerOf }) => customerOf)?.customerOf;

/** The records behind the figures, without columns the scope may not see. */
export async function readRecords(
  db: Db<AnyTables>,
  { report, query }: ValidQuery,
  page: { after: string | undefined; limit: number },
): Promise<Page> {
  const { columns, read } = report.records;
  const visible = visibleColumns(report, query.scope);
  const isVisible = columns.map((column) => visible.includes(column));
  const { records, next } = await read(db, query, page);
  return {
    columns: visible.map(({ label, kind }) => ({ label, kind })),
    records: records.map(({ id, href, cells }) => ({
      id,
      href,
      cells: cells.filter((_, at) => isVisible[at]),
    })),
    next,
  };
}

const visibleColumns = (report: Report, scope: Scope): RecordColumn[] =>
  report.records.columns.filter(
    ({ isMoney, customerOf, isPersonal }) =>
      (seesMoney(report, scope) || !isMoney) &&
      (scope.customers || !customerOf) &&
      (scope.people || !isPersonal),
  );
