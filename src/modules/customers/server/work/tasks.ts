import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, notFound } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { addTask, Task } from '../../contract/work.ts';
import { assertOwnStore, storesOf } from '../policy.ts';
import { getVisible, knownTo } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { touch } from '../timeline/touch.ts';
import { assertWorksAt } from '../writing/check.ts';
import { subjectOf } from '../writing/create.ts';
import { readTasks } from './rows.ts';

interface TaskCommand {
  customerId: number;
  body: ValidOf<typeof addTask>['body'];
  ip: string;
}

/** Creates a task; repeating the clientId returns the same one. */
export async function createTask(
  db: CustomersDb,
  actor: Actor,
  { customerId, body, ip }: TaskCommand,
): Promise<Task> {
  const { clientId, dueAt, assigneeId = actor.userId, ...values } = body;
  assertOwnStore(actor, values.store);
  const id = await db.transaction().execute(async (tx) => {
    const customer = await getVisible(tx, actor, customerId, { lock: true });
    await assertWorksAt(tx, assigneeId, values.store, 'assigneeId');
    const added = await tx
      .insertInto('customer_tasks')
      .values({
        ...values,
        ...{ customer_id: customer.id, due_at: new Date(dueAt), assigned_to: assigneeId },
        ...{ created_by: actor.userId, client_id: clientId, done_at: null, done_by: null },
      })
      .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return null;
    await touch(tx, customer.id, values.store);
    const after = { taskId: added.id, assigneeId };
    const subject = subjectOf(customer.id);
    await recordActivity(tx, { actor, action: 'customer.task_planned', subject, after, ip });
    return added.id;
  });
  const match = id === null ? sql`t.client_id = ${clientId}` : sql`t.id = ${id}`;
  return first(await readTasks(db, sql`where t.created_by = ${actor.userId} and ${match}`));
}

interface DoneCommand {
  taskId: number;
  version: number;
  isDone: boolean;
  ip: string;
}

/** Marks a task done or not done; throws `conflict` if someone else changed it. */
export async function changeTaskDone(
  db: CustomersDb,
  actor: Actor,
  { taskId, version, isDone, ip }: DoneCommand,
): Promise<Task> {
  await db.transaction().execute(async (tx) => {
    const existing = await tx
      .selectFrom('customer_tasks as t')
      .innerJoin('customers as c', 'c.id', 't.customer_id')
      .select(['t.version', 't.store', 't.done_at', 'c.root_id'])
      .where('t.id', '=', taskId)
      .where(isOwnStore(actor, 't.store'))
      .where(knownTo(storesOf(actor), 'c.root_id'))
      .forUpdate('t')
      .executeTakeFirst();
    if (!existing) throw notFound();
    if ((existing.done_at !== null) === isDone) return;
    if (existing.version !== version)
      throw conflict('Someone else changed this task. Reload and try again.');
    const columns = isDone
      ? { done_at: new Date(), done_by: actor.userId }
      : { done_at: null, done_by: null };
    await tx
      .updateTable('customer_tasks')
      .set({ ...columns, version: version + 1 })
      .where('id', '=', taskId)
      .execute();
    await touch(tx, existing.root_id, existing.store);
    const action = isDone ? 'customer.task_done' : 'customer.task_reopened';
    const subject = subjectOf(existing.root_id);
    await recordActivity(tx, { actor, action, subject, after: { taskId }, ip });
  });
  return first(await readTasks(db, sql`where t.id = ${taskId}`));
}

/** Whether the store in this column is one of the actor's. */
export const isOwnStore = (actor: Actor, column: string) =>
  sql<boolean>`${sql.ref(column)} = any(${storesOf(actor)}::text[])`;

export function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw notFound();
  return one;
}
