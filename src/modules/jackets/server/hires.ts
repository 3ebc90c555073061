import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { typeName } from '../../documents/contract.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { findItems, getToday, stateOf } from './records/find.ts';
import { type Subject, selectSubjects, subjectColumns } from './records/subjects.ts';
import type { JacketsDb } from './tables.ts';

/** The names of the documents that an employee’s personnel file lacks. Without an access check. */
export async function listMissingPapers(anyDb: Db<AnyTables>, userId: number): Promise<string[]> {
  const db: JacketsDb = anyDb;
  const subjects = selectSubjects('employee', sql`u.id = ${userId}`, await getTimezone(db));
  const { rows } = await sql<Subject>`select ${subjectColumns} from (${subjects}) s`.execute(db);
  if (!rows[0]) return [];
  const items = await findItems(db, 'employee', rows[0], await getToday(db));
  return items
    .filter((item) => stateOf(item) === 'missing')
    .map(({ type }) => typeName('hr', type));
}
