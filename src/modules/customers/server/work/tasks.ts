import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { assertWorksAt } from '../../../../platform/server/records/staff.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/work.ts';
import type { Task } from '../../contract/work.ts';
import { assertOwnStore, storesOf } from '../policy.ts';
import { publishWorkChange } from '../publish.ts';
import type { CustomerServices } from '../services.ts';
import type { CustomersDb } from '../tables.ts';
import { touchCustomer } from '../touch.ts';
import { getVisibleCustomer, knownTo, subjectOf, worksWithCustomers } from '../visible.ts';
import { readTasks } from './rows.ts';

/** Repeating the clientId returns the same task. */
export function addTask(services: CustomerServices): Handler<typeof calls.addTask> {
  const { db, writes } = services;
  return async ({ actor, params: { customerId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { clientId, store, kind, title, dueAt, assigneeId = actor.userId } = body;
    assertOwnStore(actor, store);
    const taskId = await db.transaction().execute(async (tx) => {
      const customer = await getVisibleCustomer(tx, actor, customerId, { lock: true });
      await assertWorksAt(tx, assigneeId, store, 'assigneeId', worksWithCustomers);
      const added = await tx
        .insertInto('customer_tasks')
        .values({
          customer_id: customer.id,
          store,
          kind,
          title,
          due_at: new Date(dueAt),
          assigned_to: assigneeId,
          done_at: null,
          done_by: null,
          created_by: actor.userId,
          client_id: clientId,
        })
        .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) return null;
      await touchCustomer(tx, customer.id, store);
      await recordActivity(tx, {
        actor,
        action: 'customer.task_planned',
        subject: subjectOf(customer.id),
        after: { taskId: added.id, assigneeId },
        ip,
      });
      return added.id;
    });
    const where = taskId === null ? sql`t.client_id = ${clientId}` : sql`t.id = ${taskId}`;
    const task = await getTask(db, sql`where t.created_by = ${actor.userId} and ${where}`);
    await publishWorkChange(services, actor, task.customerId);
    return task;
  };
}

/** Throws `conflict` if someone else changed the task. */
export function setTaskDone(services: CustomerServices): Handler<typeof calls.setTaskDone> {
  const { db, writes } = services;
  return async ({ actor, params: { taskId }, body: { version, isDone }, ip }) => {
    await writes.consume(String(actor.userId));
    await db.transaction().execute(async (tx) => {
      const existing = await tx
        .selectFrom('customer_tasks as t')
        .innerJoin('customers as c', 'c.id', 't.customer_id')
        .select(['t.version', 't.store', 't.done_at', 'c.root_id'])
        .where('t.id', '=', taskId)
        .where(inStores('t.store', storesOf(actor)))
        .where(knownTo(storesOf(actor), 'c.root_id'))
        .forUpdate('t')
        .executeTakeFirst();
      if (!existing) throw notFound();
      if ((existing.done_at !== null) === isDone) return;
      assertVersion(existing, version, 'this task');
      await tx
        .updateTable('customer_tasks')
        .set({
          done_at: isDone ? new Date() : null,
          done_by: isDone ? actor.userId : null,
          version: version + 1,
        })
        .where('id', '=', taskId)
        .execute();
      await touchCustomer(tx, existing.root_id, existing.store);
      await recordActivity(tx, {
        actor,
        action: isDone ? 'customer.task_done' : 'customer.task_reopened',
        subject: subjectOf(existing.root_id),
        after: { taskId },
        ip,
      });
    });
    const task = await getTask(db, sql`where t.id = ${taskId}`);
    await publishWorkChange(services, actor, task.customerId);
    return task;
  };
}

async function getTask(db: CustomersDb, where: RawBuilder<unknown>): Promise<Task> {
  const [task] = await readTasks(db, where);
  if (!task) throw notFound();
  return task;
}
