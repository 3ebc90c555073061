import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import { addEvent } from '../events.ts';
import { notifyOverdue } from '../notify.ts';
import { type ChangedLead, publishChanged } from '../publish.ts';
import { moveDueTimes } from '../routing/routing.ts';
import type { LeadsDb } from '../tables.ts';

interface OverdueLead extends ChangedLead {
  assigneeId: number | null;
}

const atOnce = 200;

/** Marks leads whose response has become overdue, each once, and notifies those responsible. */
export async function markOverdueLeads(platform: Platform): Promise<void> {
  const db: LeadsDb = platform.db;
  const { overdue, notifications } = await db.transaction().execute(async (tx) => {
    await moveDueTimes(tx);
    const found = await markOverdue(tx);
    const pending: Unpublished[] = [];
    for (const lead of found) {
      await addEvent(tx, lead.id, null, { kind: 'late' });
      pending.push(await notifyOverdue(tx, lead));
    }
    return { overdue: found, notifications: pending };
  });
  publishChanged(platform, ...overdue);
  await publishNotifications(platform, ...notifications);
}

/** Skips leads that are being saved; the next run, a minute later, catches them. */
async function markOverdue(tx: LeadsDb): Promise<OverdueLead[]> {
  const { rows } = await sql<OverdueLead>`
    update leads set late_at = clock_timestamp(), last_at = clock_timestamp()
    where id in (select id from leads
      where is_waiting and late_at is null and due_at <= clock_timestamp()
      order by due_at limit ${atOnce} for update skip locked)
    returning id, store, assignee_id as "assigneeId",
      (select c.root_id from customers c where c.id = customer_id) as customer_id`.execute(tx);
  return rows;
}
