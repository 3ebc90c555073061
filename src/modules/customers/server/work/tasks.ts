import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, notFound } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { addTask, Task } from '../../contract/work.ts';
import { assertOwnStore, storesOf } from '../policy.ts';
import { getSeen, knownTo } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { touch } from '../timeline/touch.ts';
import { assertWorksAt } from '../writing/check.ts';
import { subjectOf } from '../writing/create.ts';
import { readTasks } from './rows.ts';

interface Planning {
  customerId: number;
  body: ValidOf<typeof addTask>['body'];
  ip: string;
}

/** Plans a task, once. */
export async function planTask(
  db: CustomersDb,
  actor: Actor,
  { customerId, body, ip }: Planning,
): Promise<Task> {
  const { clientId, dueAt, assigneeId = actor.userId, ...said } = body;
  assertOwnStore(actor, said.store);
  const id = await db.transaction().execute(async (tx) => {
    const seen = await getSeen(tx, actor, customerId, { lock: true });
    await assertWorksAt(tx, assigneeId, said.store, 'assigneeId');
    const added = await tx
      .insertInto('customer_tasks')
      .values({
        ...said,
        ...{ customer_id: seen.id, due_at: new Date(dueAt), assigned_to: assigneeId },
        ...{ created_by: actor.userId, client_id: clientId, done_at: null, done_by: null },
      })
      .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return null;
    await touch(tx, seen.id, said.store);
    const after = { taskId: added.id, assigneeId };
    const subject = subjectOf(seen.id);
    await recordActivity(tx, { actor, action: 'customer.task_planned', subject, after, ip });
    return added.id;
  });
  const which = id === null ? sql`t.client_id = ${clientId}` : sql`t.id = ${id}`;
  return first(await readTasks(db, sql`where t.created_by = ${actor.userId} and ${which}`));
}

interface Doing {
  taskId: number;
  version: number;
  isDone: boolean;
  ip: string;
}

/** Says that a task is done, or that it is not; throws `conflict` where somebody said so meanwhile. */
export async function finishTask(
  db: CustomersDb,
  actor: Actor,
  { taskId, version, isDone, ip }: Doing,
): Promise<Task> {
  await db.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom('customer_tasks as t')
      .innerJoin('customers as c', 'c.id', 't.customer_id')
      .select(['t.version', 't.store', 't.done_at', 'c.root_id'])
      .where('t.id', '=', taskId)
      .where(isOwnStore(actor, 't.store'))
      .where(knownTo(storesOf(actor), 'c.root_id'))
      .forUpdate('t')
      .executeTakeFirst();
    if (!held) throw notFound();
    if ((held.done_at !== null) === isDone) return;
    if (held.version !== version) throw conflict('Somebody changed this task meanwhile.');
    const done = isDone
      ? { done_at: new Date(), done_by: actor.userId }
      : { done_at: null, done_by: null };
    await tx
      .updateTable('customer_tasks')
      .set({ ...done, version: version + 1 })
      .where('id', '=', taskId)
      .execute();
    await touch(tx, held.root_id, held.store);
    const action = isDone ? 'customer.task_done' : 'customer.task_reopened';
    const subject = subjectOf(held.root_id);
    await recordActivity(tx, { actor, action, subject, after: { taskId }, ip });
  });
  return first(await readTasks(db, sql`where t.id = ${taskId}`));
}

/** Whether the store that stands in this column is one of the actor's; false where they have none. */
export const isOwnStore = (actor: Actor, column: string) =>
  sql<boolean>`${sql.ref(column)} = any(${storesOf(actor)}::text[])`;

export function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw notFound();
  return one;
}
