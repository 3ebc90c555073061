import { type Kysely, type SqlBool, sql } from 'kysely';
import { stores } from '../../../platform/contract/access.ts';
import type { AnswerOf, ValidOf } from '../../../platform/contract/endpoint.ts';
import { offsetTimeAt } from '../../../platform/contract/wallTime.ts';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type * as calls from '../contract.ts';
import { exportMaxEntries } from '../contract.ts';
import type { ActivityRow, ActivityTables } from './tables.ts';

type Query = ValidOf<typeof calls.listActivity>['query'];
export type Filters = Omit<Query, 'before' | 'limit'>;
type Entry = AnswerOf<typeof calls.listActivity>[number];

/** Who reads the log; an `Actor` of the platform qualifies. */
export interface Auditor {
  userId: number;
  role: string;
  storeAccess: readonly string[];
}

/** Whether this reader sees the whole log: role admin, or access to every store. */
export const auditsEverything = ({ role, storeAccess }: Omit<Auditor, 'userId'>): boolean =>
  role === 'admin' ||
  storeAccess.includes('all') ||
  stores.every((store) => storeAccess.includes(store));

/**
 * The entries an auditor of some stores may read: what happened to people of these stores, and what people of
 * only these stores did. Entries by someone with every store to others are for those who audit everything.
 */
function visibleTo(auditor: Auditor) {
  if (auditsEverything(auditor)) return sql<SqlBool>`true`;
  const { userId, storeAccess } = auditor;
  // People with all stores belong to each.
  const matchingStores = storeAccess.length === 0 ? [] : [...storeAccess, 'all'];
  return sql<SqlBool>`(
    actor_id in (select u.id from users u where u.id = ${userId}
      or u.store_access <> '{}' and u.store_access <@ ${storeAccess}::text[])
    or subject_type = 'user' and subject_id in (select u.id::text from users u where u.id = ${userId}
      or u.store_access && ${matchingStores}::text[]))`;
}

/** Newest first; the next page starts before the last id of this one. */
export async function listActivity(
  db: Kysely<ActivityTables>,
  auditor: Auditor,
  { before, limit, ...filters }: Query,
): Promise<Entry[]> {
  const rows = await matching(db, auditor, filters)
    .$if(before !== undefined, (q) => q.where('id', '<', before ?? 0))
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

const columns = [
  'ID',
  'Time',
  'User',
  'Action',
  'Subject type',
  'Subject ID',
  'Subject',
  'Before',
  'After',
  'IP address',
];

/** The matching entries as a table, limited to the newest. */
export async function tableOf(
  db: Kysely<ActivityTables>,
  auditor: Auditor,
  filters: Filters,
  timezone: string,
): Promise<string[][]> {
  const rows = await matching(db, auditor, filters).limit(exportMaxEntries).execute();
  return [columns, ...rows.map((row) => cellsOf(toEntry(row), timezone))];
}

function cellsOf(entry: Entry, timezone: string): string[] {
  const { id, actorName, action, subjectType, subjectId, subjectName, ip } = entry;
  const [before, after] = [entry.before, entry.after].map((side) => side && JSON.stringify(side));
  const at = offsetTimeAt(timezone, new Date(entry.at));
  return [id, at, actorName, action, subjectType, subjectId, subjectName, before, after, ip].map(
    (value) => String(value ?? ''),
  );
}

/** When the log was last checked or exported. */
export async function lastAudit(anyDb: Kysely<AnyTables>): Promise<Date | null> {
  const db: Kysely<ActivityTables> = anyDb;
  const row = await db
    .selectFrom('activity_log')
    .select('at')
    .where('action', 'in', ['activity.checked', 'activity.exported'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

function matching(
  db: Kysely<ActivityTables>,
  auditor: Auditor,
  { actorId, subjectId, action, search, from, to }: Filters,
) {
  return db
    .selectFrom('activity_log')
    .selectAll()
    .where(visibleTo(auditor))
    .$if(actorId !== undefined, (q) => q.where('actor_id', '=', actorId ?? null))
    .$if(subjectId !== undefined, (q) => q.where('subject_id', '=', subjectId ?? null))
    .$if(action !== undefined, (q) => q.where('action', '=', action ?? ''))
    .$if(search !== '', (q) => q.where('search_text', 'like', containing(search)))
    .$if(from !== undefined, (q) => q.where('at', '>=', new Date(from ?? '')))
    .$if(to !== undefined, (q) => q.where('at', '<', new Date(to ?? '')))
    .orderBy('id', 'desc');
}

/** Escapes `%` and `_`, which are ordinary characters in a search. */
const containing = (search: string) => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

function toEntry(row: ActivityRow) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    before: row.before,
    after: row.after,
    ip: row.ip,
  };
}
