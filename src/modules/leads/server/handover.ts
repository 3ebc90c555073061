import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  findStoresOf,
  type HandoverSource,
  splitByStore,
} from '../../../platform/server/records/handover.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import {
  type FindStaffProblems,
  sellAt,
  withoutRefused,
} from '../../../platform/server/records/staff.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { publishNotifications, type Unpublished } from '../../notifications/server/public.ts';
import { addEvent } from './events.ts';
import { hrefOf, notifyAssigned } from './notify.ts';
import { storesOf } from './policy.ts';
import { publishChanged } from './publish.ts';
import { mayEditLeads } from './routing/staff.ts';
import type { LeadsDb } from './tables.ts';
import { subjectOf } from './writing/add.ts';

const refusal = 'This employee doesn’t work on leads at this store.';

/** The open leads of an employee. */
export function leadHandover(
  platform: Platform,
  findSellingProblems: FindStaffProblems,
): HandoverSource {
  const db: LeadsDb = platform.db;
  return {
    key: 'leads',
    title: 'Leads',
    act: 'move',
    async list(userId, actor) {
      const visible = storesOf(actor);
      const { rows } = await sql<{
        id: number;
        store: Store;
        interest: string;
        name: string;
      }>`select l.id, l.store, l.interest, c.name
        from leads l join customers n on n.id = l.customer_id join customers c on c.id = n.root_id
        where l.assignee_id = ${userId} and l.is_open order by l.id`.execute(db);
      return rows.map((row) => {
        const known = visible.includes(row.store);
        return {
          id: String(row.id),
          title: known ? row.name : `Lead ${row.id}`,
          detail: row.interest || 'No vehicle specified',
          store: row.store,
          href: known ? hrefOf(row.id) : null,
        };
      });
    },
    async count(userId) {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count
        from leads where assignee_id = ${userId} and is_open`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async move({ actor, from, to, ids, ip }) {
      const done = await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: number; store: Store; customer_id: number }>`
          select l.id, l.store, n.root_id as customer_id
          from leads l join customers n on n.id = l.customer_id
          where l.assignee_id = ${from.id} and l.is_open and l.id = any(${integerIds(ids)}::integer[])
          order by l.id for update of l`.execute(tx);
        const { fit, problems } = await withoutRefused(
          tx,
          findSellingProblems,
          splitByStore(rows, await findStoresOf(tx, to.id, mayEditLeads), refusal),
          { to, verbAt: sellAt },
        );
        await sql`update leads set assignee_id = ${to.id}, version = version + 1, last_at = now()
          where id = any(${fit.map(({ id }) => id)}::integer[])`.execute(tx);
        const notices: Unpublished[] = [];
        // One by one: each lead has a notification of its own, which opens it.
        for (const { id } of fit) {
          const event = { kind: 'assigned', to: to.name, inTurn: false } as const;
          const eventId = await addEvent(tx, id, actor.userId, event);
          notices.push(...(await notifyAssigned(tx, { id, to: to.id, by: actor.userId, eventId })));
        }
        await recordActivity(
          tx,
          ...fit.map(({ id }) => ({
            actor,
            action: 'lead.assigned',
            subject: subjectOf(id),
            before: { assigneeId: from.id },
            after: { assigneeId: to.id },
            ip,
          })),
        );
        return { fit, problems, notices };
      });
      publishChanged(platform, ...done.fit);
      await publishNotifications(platform, ...done.notices);
      return { moved: done.fit.map(({ id }) => String(id)), problems: done.problems };
    },
  };
}
