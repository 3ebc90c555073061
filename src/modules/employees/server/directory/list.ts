import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { allOf, countUpTo } from '../../../../platform/server/records/queries.ts';
import type { EmployeeCard } from '../../contract/employee.ts';
import type { countEmployees as countCall, listEmployees as listCall } from '../../contract.ts';
import { isInDirectory } from '../policy.ts';
import type { EmployeesDb } from '../tables.ts';
import { getToday } from '../today.ts';
import { byName, type CardRow, cardColumns, directoryTables, toCard } from './cards.ts';
import { isAt, matchesWords } from './filters.ts';

type Filters = ValidOf<typeof countCall>['query'];

const matching = (today: string, { q, store, department, managerId }: Filters) => sql`
  from ${directoryTables(today)} where ${allOf([
    isInDirectory(today),
    matchesWords(q),
    isAt(store),
    department && sql`e.department = ${department}`,
    managerId !== undefined && sql`e.manager_id = ${managerId}`,
  ])}`;

/** One page of the directory, which is the same for every approved person. */
export async function listEmployees(
  db: EmployeesDb,
  { limit, offset, ...filters }: ValidOf<typeof listCall>['query'],
): Promise<EmployeeCard[]> {
  const today = await getToday(db);
  const { rows } = await sql<CardRow>`select ${cardColumns(today)} ${matching(today, filters)}
    order by ${byName} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(toCard);
}

export const countEmployees = async (db: EmployeesDb, filters: Filters) =>
  countUpTo(db, matching(await getToday(db), filters));
