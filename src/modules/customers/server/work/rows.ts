import { type RawBuilder, sql } from 'kysely';
import type { Appointment, Task } from '../../contract/work.ts';
import type { CustomersDb } from '../tables.ts';

type TaskRow = Omit<Task, 'dueAt' | 'doneAt'> & { dueAt: Date; doneAt: Date | null };
type AppointmentRow = Omit<Appointment, 'startsAt'> & { startsAt: Date };

const person = sql`jsonb_build_object('id', u.id, 'name', u.shown_name)`;
/** The customer, or the one it was merged into. */
const customerColumns = sql`r.id as "customerId", r.name as "customerName"`;
const joins = (alias: string) => sql`
  join customers c on c.id = ${sql.ref(`${alias}.customer_id`)}
  join customers r on r.id = c.root_id
  join users u on u.id = ${sql.ref(`${alias}.assigned_to`)}`;

/** Tasks `t` of customers `r`. */
export async function readTasks(db: CustomersDb, rest: RawBuilder<unknown>): Promise<Task[]> {
  const { rows } = await sql<TaskRow>`
    select t.id, ${customerColumns}, t.store, t.kind, t.title, t.due_at as "dueAt", ${person} as assignee,
      t.done_at as "doneAt", t.version
    from customer_tasks t ${joins('t')} ${rest}`.execute(db);
  return rows.map((row) => ({
    ...row,
    dueAt: row.dueAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  }));
}

/** Appointments `p` of customers `r`. */
export async function readAppointments(
  db: CustomersDb,
  rest: RawBuilder<unknown>,
): Promise<Appointment[]> {
  const { rows } = await sql<AppointmentRow>`
    select p.id, ${customerColumns}, p.store, p.kind, p.starts_at as "startsAt", p.note,
      ${person} as assignee, p.status, p.version
    from customer_appointments p ${joins('p')} ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, startsAt: row.startsAt.toISOString() }));
}
