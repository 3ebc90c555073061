import { sql } from 'kysely';
import { type Department, type Store, stores } from '../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../platform/contract/wallTime.ts';
import { worksAt } from '../../../platform/server/records/staff.ts';
import type { SchedulesDb } from './tables.ts';

/** Someone who can be scheduled. */
export interface Worker {
  id: number;
  name: string;
  department: Department | null;
  jobTitle: string;
  /** This store is their home, or one of those named in their account; not only because they have all stores. */
  isOfStore: boolean;
  isActive: boolean;
  /** The last day they work here, if it is known. */
  leftOn: CalendarDate | null;
}

const columns = sql`u.id, u.shown_name as name, u.department, coalesce(e.job_title, '') as "jobTitle",
  u.is_active and u.deleted_at is null as "isActive", e.left_on::text as "leftOn"`;
const tables = sql`users u left join employees e on e.user_id = u.id`;
const order = sql`u.last_name, u.first_name, u.id`;

/** Everyone who works at a store, by name. */
export async function listWorkers(db: SchedulesDb, store: Store): Promise<Worker[]> {
  const { rows } = await sql<Worker>`
    select ${columns}, e.store is not distinct from ${store} or ${store} = any(u.store_access) as "isOfStore"
    from ${tables} where ${worksAt([store])} order by ${order}`.execute(db);
  return rows;
}

/** The departments of each store in which people work whose home it is, or whose account names it. */
export async function listStaffedPlaces(
  db: SchedulesDb,
): Promise<{ store: Store; department: Department }[]> {
  const { rows } = await sql<{ store: Store; department: Department }>`
    select distinct at.store, u.department from unnest(${stores}::text[]) as at (store) cross join ${tables}
    where u.department is not null and ${worksAt(stores)}
      and (e.store = at.store or at.store = any(u.store_access))`.execute(db);
  return rows;
}

/** These people, also former employees. */
export async function findWorkers(
  db: SchedulesDb,
  ids: readonly number[],
): Promise<Map<number, Omit<Worker, 'isOfStore'>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Omit<Worker, 'isOfStore'>>`
    select ${columns} from ${tables} where u.id = any(${ids}::integer[]) order by ${order}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether they no longer work here on that day. */
export const hasLeft = (
  worker: Pick<Worker, 'isActive' | 'leftOn'> | undefined,
  date: CalendarDate,
): boolean => !worker?.isActive || (worker.leftOn !== null && worker.leftOn < date);
