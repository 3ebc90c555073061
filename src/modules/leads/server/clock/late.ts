import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import type { LeadsDb } from '../tables.ts';
import { notifyOverdue } from '../telling/notify.ts';
import { publishChanged } from '../telling/publish.ts';
import { addEvent } from '../writing/events.ts';
import { moveDueTimes } from './routing.ts';

interface Late {
  id: number;
  store: Store;
  assigneeId: number | null;
}

const atOnce = 200;

/** Notes, once each, which leads nobody has answered in time, and tells who can mend that. */
export async function noteLate(platform: Platform): Promise<void> {
  const db: LeadsDb = platform.db;
  const { late, told } = await db.transaction().execute(async (tx) => {
    await moveDueTimes(tx);
    const found = await markLate(tx);
    const notices: Unpublished[] = [];
    for (const lead of found) {
      await addEvent(tx, { leadId: lead.id, authorId: null }, { kind: 'late' });
      notices.push(await notifyOverdue(tx, lead));
    }
    return { late: found, told: notices };
  });
  publishChanged(platform, ...late);
  await publishNotifications(platform, ...told);
}

/** Whoever saves one at this moment goes first; it is looked at again in a minute. */
async function markLate(tx: LeadsDb): Promise<Late[]> {
  const { rows } = await sql<Late>`
    update leads set late_at = clock_timestamp(), last_at = clock_timestamp()
    where id in (select id from leads
      where is_waiting and late_at is null and due_at <= clock_timestamp()
      order by due_at limit ${atOnce} for update skip locked)
    returning id, store, assignee_id as "assigneeId"`.execute(tx);
  return rows;
}
