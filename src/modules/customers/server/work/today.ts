import { type Kysely, sql } from 'kysely';
import { addDays, dateAt, dayStart } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Today, Work } from '../../contract/work.ts';
import { storesOf } from '../policy.ts';
import { familyOf, knownTo } from '../reading/visible.ts';
import type { CustomerTables } from '../tables.ts';
import { readAppointments, readTasks } from './rows.ts';

type Db = Kysely<CustomerTables>;
const maxOpen = 200;
const maxDone = 20;

/** Start and end of a date (default: today) in the group’s time zone. */
export async function dayOf(
  db: Db,
  date?: string,
): Promise<{ from: Date; to: Date; timezone: string }> {
  const timezone = await getTimezone(db);
  const day = date ?? dateAt(timezone, Date.now());
  const [from, to] = [dayStart(timezone, day), dayStart(timezone, addDays(day, 1))];
  return { from: new Date(from), to: new Date(to), timezone };
}

/** The actor’s open tasks and appointments until tonight, earliest first. */
export async function getToday(db: Db, actor: Actor): Promise<Today> {
  const { from, to, timezone } = await dayOf(db);
  const stores = storesOf(actor);
  const mine = (alias: 't' | 'p') => sql`
    ${sql.ref(`${alias}.assigned_to`)} = ${actor.userId}
    and ${sql.ref(`${alias}.store`)} = any(${stores}::text[]) and ${knownTo(stores, 'r.id')}`;
  const tasks = readTasks(
    db,
    sql`where ${mine('t')} and t.done_at is null and t.due_at < ${to}
      order by t.due_at, t.id limit ${maxOpen}`,
  );
  const appointments = readAppointments(
    db,
    sql`where ${mine('p')} and ((p.starts_at >= ${from} and p.starts_at < ${to})
        or (p.starts_at < ${from} and p.status in ('set', 'confirmed')))
      order by p.starts_at, p.id limit ${maxOpen}`,
  );
  const [now, found, set] = [new Date().toISOString(), await tasks, await appointments];
  return { tasks: found, appointments: set, now, timezone };
}

/** A customer's tasks and appointments: open ones by time, then done ones, newest first. */
export async function listWork(db: Db, actor: Actor, id: number): Promise<Work> {
  const stores = storesOf(actor);
  const tasks = readTasks(
    db,
    sql`where t.customer_id in ${familyOf(id)} and t.store = any(${stores}::text[])
      order by t.done_at is not null, case when t.done_at is null then t.due_at end, t.done_at desc
      limit ${maxOpen}`,
  );
  const appointments = readAppointments(
    db,
    sql`where p.customer_id in ${familyOf(id)} and p.store = any(${stores}::text[])
      order by p.status not in ('set', 'confirmed'),
        case when p.status in ('set', 'confirmed') then p.starts_at end, p.starts_at desc
      limit ${maxOpen}`,
  );
  const [found, set] = [await tasks, await appointments];
  let done = 0;
  return {
    tasks: found.filter(({ doneAt }) => doneAt === null || ++done <= maxDone),
    appointments: set,
  };
}
