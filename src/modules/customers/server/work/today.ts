import { sql } from 'kysely';
import { addDays, dateAt, dayStart } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Today, Work } from '../../contract/work.ts';
import { storesOf } from '../policy.ts';
import type { CustomersDb } from '../tables.ts';
import { familyOf, getVisibleCustomer, knownTo } from '../visible.ts';
import { readAppointments, readTasks } from './rows.ts';

const maxOpen = 200;
const maxDone = 20;

/** Start and end of a date (default: today) in the group’s time zone. */
export async function dayOf(
  db: Db<AnyTables>,
  date?: string,
): Promise<{ from: Date; to: Date; timezone: string }> {
  const timezone = await getTimezone(db);
  const day = date ?? dateAt(timezone, Date.now());
  return {
    from: new Date(dayStart(timezone, day)),
    to: new Date(dayStart(timezone, addDays(day, 1))),
    timezone,
  };
}

/** The actor’s open tasks and appointments until tonight, earliest first. */
export async function getToday(db: CustomersDb, actor: Actor): Promise<Today> {
  const { from, to, timezone } = await dayOf(db);
  const stores = storesOf(actor);
  const mine = (alias: 't' | 'p') => sql`
    ${sql.ref(`${alias}.assigned_to`)} = ${actor.userId}
    and ${inStores(`${alias}.store`, stores)} and ${knownTo(stores, 'r.id')}`;
  const [tasks, appointments] = await Promise.all([
    readTasks(
      db,
      sql`where ${mine('t')} and t.done_at is null and t.due_at < ${to}
        order by t.due_at, t.id limit ${maxOpen}`,
    ),
    readAppointments(
      db,
      sql`where ${mine('p')} and ((p.starts_at >= ${from} and p.starts_at < ${to})
          or (p.starts_at < ${from} and p.status in ('set', 'confirmed')))
        order by p.starts_at, p.id limit ${maxOpen}`,
    ),
  ]);
  return { tasks, appointments, now: new Date().toISOString(), timezone };
}

/** A customer's tasks and appointments: open ones by time, then done ones, newest first. */
export async function listWork(db: CustomersDb, actor: Actor, customerId: number): Promise<Work> {
  const { id } = await getVisibleCustomer(db, actor, customerId);
  const stores = storesOf(actor);
  const [tasks, appointments] = await Promise.all([
    readTasks(
      db,
      sql`where t.customer_id in ${familyOf(id)} and ${inStores('t.store', stores)}
        order by t.done_at is not null, case when t.done_at is null then t.due_at end, t.done_at desc
        limit ${maxOpen}`,
    ),
    readAppointments(
      db,
      sql`where p.customer_id in ${familyOf(id)} and ${inStores('p.store', stores)}
        order by p.status not in ('set', 'confirmed'),
          case when p.status in ('set', 'confirmed') then p.starts_at end, p.starts_at desc
        limit ${maxOpen}`,
    ),
  ]);
  const open = tasks.filter(({ doneAt }) => doneAt === null);
  const done = tasks.filter(({ doneAt }) => doneAt !== null);
  return { tasks: [...open, ...done.slice(0, maxDone)], appointments };
}
