import { sql } from 'kysely';
import { permits, type Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  findStoresOf,
  type HandoverItem,
  type HandoverSource,
  sharedViewHandover,
  splitByStore,
} from '../../../platform/server/records/handover.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { notify, publishNotifications } from '../../notifications/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { read } from '../contract/fields.ts';
import { customerHref } from '../contract.ts';
import { storesOf } from './policy.ts';
import { publishChange, publishCustomerRecords, publishRecordChange } from './publish.ts';
import type { CustomersDb } from './tables.ts';
import { subjectOf, worksWithCustomers } from './visible.ts';

/** Whether the actor may read the customers of a store. */
const readerOf = (actor: Actor) => {
  const visible = permits(read, actor) ? storesOf(actor) : [];
  return (store: Store) => visible.includes(store);
};

interface OwnedRow {
  customer_id: number;
  root_id: number;
  store: Store;
  name: string;
}

/** The customers assigned to an employee, store by store. */
export function customerHandover(platform: Platform): HandoverSource {
  const db: CustomersDb = platform.db;
  const keyOf = ({ customer_id, store }: OwnedRow) => `${customer_id}:${store}`;
  const find = async (from: Db<AnyTables>, userId: number, lock = sql``) => {
    const { rows } = await sql<OwnedRow>`
      select s.customer_id, c.root_id, s.store, r.name
      from customer_stores s join customers c on c.id = s.customer_id
      join customers r on r.id = c.root_id
      where s.owner_id = ${userId} order by r.name, s.customer_id, s.store ${lock}`.execute(from);
    return rows;
  };
  return {
    key: 'customers',
    title: 'Customers',
    act: 'move',
    async list(userId, actor) {
      const mayRead = readerOf(actor);
      return (await find(db, userId)).map((row): HandoverItem => {
        const known = mayRead(row.store);
        return {
          id: keyOf(row),
          title: known ? row.name : `Customer ${row.root_id}`,
          detail: '',
          store: row.store,
          href: known ? customerHref(row.root_id) : null,
        };
      });
    },
    async count(userId) {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count
        from customer_stores where owner_id = ${userId}`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async move({ actor, from, to, ids, ip }) {
      const chosen = new Set(ids);
      const done = await db.transaction().execute(async (tx) => {
        const rows = (await find(tx, from.id, sql`for update of s`))
          .filter((row) => chosen.has(keyOf(row)))
          .map((row) => ({ ...row, id: keyOf(row) }));
        const allowed = await findStoresOf(tx, to.id, worksWithCustomers.condition);
        const { fit, problems } = splitByStore(rows, allowed, worksWithCustomers.message);
        await sql`update customer_stores s set owner_id = ${to.id}
          from jsonb_to_recordset(${JSON.stringify(fit)}::jsonb) n (customer_id integer, store text)
          where s.customer_id = n.customer_id and s.store = n.store`.execute(tx);
        const changed = await tx
          .updateTable('customers')
          .set({
            version: sql<number>`version + 1`,
            updated_at: sql<Date>`now()`,
            updated_by: actor.userId,
          })
          .where('id', '=', sql<number>`any(${fit.map((row) => row.root_id)}::integer[])`)
          .returning(['id', 'version'])
          .execute();
        await recordActivity(
          tx,
          ...fit.map((row) => ({
            actor,
            action: 'customer.owner_changed',
            subject: subjectOf(row.root_id),
            before: { store: row.store, ownerId: from.id },
            after: { store: row.store, ownerId: to.id },
            ip,
          })),
        );
        return { moved: fit.map(({ id }) => id), problems, changed };
      });
      publishRecordChange(platform, ...done.changed.map(({ id }) => id));
      for (const { id, version } of done.changed) {
        publishChange(platform, actor, { id, version });
      }
      return { moved: done.moved, problems: done.problems };
    },
  };
}

interface WorkRow {
  id: number;
  root_id: number;
  store: Store;
  title: string;
  name: string;
  at: string;
}

interface Work {
  key: 'tasks' | 'appointments';
  title: string;
  table: 'customer_tasks' | 'customer_appointments';
  /** Condition on `w`: not done yet. */
  isOpen: ReturnType<typeof sql>;
  label: ReturnType<typeof sql>;
  time: ReturnType<typeof sql>;
  action: string;
  idField: 'taskId' | 'appointmentId';
  phrase: (count: number) => string;
}

const plural = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

const tasks: Work = {
  key: 'tasks',
  title: 'Tasks',
  table: 'customer_tasks',
  isOpen: sql`w.done_at is null`,
  label: sql`w.title`,
  time: sql`w.due_at`,
  action: 'customer.task_moved',
  idField: 'taskId',
  phrase: (count) => plural(count, 'task', 'tasks'),
};

const appointments: Work = {
  key: 'appointments',
  title: 'Appointments',
  table: 'customer_appointments',
  isOpen: sql`w.status in ('set', 'confirmed')`,
  label: sql`case w.kind when 'sales' then 'Sales appointment' else 'Service appointment' end`,
  time: sql`w.starts_at`,
  action: 'customer.appointment_assigned',
  idField: 'appointmentId',
  phrase: (count) => plural(count, 'appointment', 'appointments'),
};

/** Saved views that a store shares. */
export const customerViewHandover = ({ db }: Pick<Platform, 'db'>): HandoverSource =>
  sharedViewHandover(db, {
    key: 'customer_views',
    title: 'Shared customer views',
    table: 'customer_views',
    href: '/customers',
    condition: worksWithCustomers.condition,
    refusal: worksWithCustomers.message,
  });

/** Open tasks, and appointments that have not taken place. */
export const workHandovers = (platform: Platform): HandoverSource[] =>
  [tasks, appointments].map((work) => workHandover(platform, work));

function workHandover(platform: Platform, work: Work): HandoverSource {
  const db: CustomersDb = platform.db;
  const { key, title, table, isOpen, label, time, action, idField } = work;
  return {
    key,
    title,
    act: 'move',
    async list(userId, actor) {
      const mayRead = readerOf(actor);
      const timezone = await getTimezone(db);
      const { rows } = await sql<WorkRow>`
        select w.id, c.root_id, w.store, ${label} as title, r.name,
          to_char(${time} at time zone ${timezone}, 'FMMon FMDD, YYYY') as at
        from ${sql.table(table)} w join customers c on c.id = w.customer_id
        join customers r on r.id = c.root_id
        where w.assigned_to = ${userId} and ${isOpen} order by ${time}, w.id`.execute(db);
      return rows.map((row): HandoverItem => {
        const known = mayRead(row.store);
        return {
          id: String(row.id),
          // The title of a task may name the customer.
          title: known || key === 'appointments' ? row.title : `Task ${row.id}`,
          detail: known ? `${row.name}, ${row.at}` : row.at,
          store: row.store,
          href: known ? customerHref(row.root_id) : null,
        };
      });
    },
    async move({ actor, from, to, ids, ip }) {
      const done = await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: number; root_id: number; store: Store }>`
          select w.id, c.root_id, w.store from ${sql.table(table)} w
          join customers c on c.id = w.customer_id
          where w.assigned_to = ${from.id} and ${isOpen} and w.id = any(${integerIds(ids)}::integer[])
          order by w.id for update of w`.execute(tx);
        const allowed = await findStoresOf(tx, to.id, worksWithCustomers.condition);
        const { fit, problems } = splitByStore(rows, allowed, worksWithCustomers.message);
        await sql`update ${sql.table(table)} set assigned_to = ${to.id}, version = version + 1
          where id = any(${fit.map(({ id }) => id)}::integer[])`.execute(tx);
        await recordActivity(
          tx,
          ...fit.map((row) => ({
            actor,
            action,
            subject: subjectOf(row.root_id),
            before: { [idField]: row.id, assigneeId: from.id },
            after: { [idField]: row.id, assigneeId: to.id },
            ip,
          })),
        );
        const notices = await notify(tx, {
          userIds: fit.length === 0 || to.id === actor.userId ? [] : [to.id],
          title: `${actor.shownName} assigned you ${work.phrase(fit.length)}`,
          message: `They were ${from.name}’s.`,
          type: 'info',
          actionUrl: '/customers',
          deliver: { push: true, digest: true },
        });
        return { fit, problems, notices };
      });
      publishCustomerRecords(platform, ...done.fit.map(({ root_id }) => root_id));
      await publishNotifications(platform, done.notices);
      return { moved: done.fit.map(({ id }) => String(id)), problems: done.problems };
    },
  };
}
