import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  findStoresOf,
  type HandoverSource,
  splitByStore,
} from '../../../platform/server/records/handover.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { dayOf, knownTo, worksWithCustomers } from '../../customers/server/public.ts';
import { notify, publishNotifications } from '../../notifications/server/public.ts';
import { storesOf } from './policy.ts';
import { publishVisit } from './publish.ts';
import type { ShowroomDb } from './tables.ts';

interface Row {
  id: number;
  store: Store;
  guest: string;
  at: string;
}

const href = '/customers?view=today';

/**
 * Visitors who are with an employee now. A visit of another day is over, whether or not someone entered how it ended:
 * who helped then stays.
 */
export function visitHandover(platform: Platform): HandoverSource {
  const db: ShowroomDb = platform.db;
  /** With the current names of customers of the `visible` stores. */
  const find = async (
    inDb: ShowroomDb,
    userId: number,
    visible: readonly Store[],
    lock = sql``,
  ) => {
    const today = await dayOf(inDb);
    const { rows } = await sql<Row>`
      select v.id, v.store, coalesce(r.name, v.guest) as guest,
        to_char(v.arrived_at at time zone ${today.timezone}, 'FMHH12:MI AM') as at
      from customer_ups v left join customers n on n.id = v.customer_id
      left join customers r on r.id = n.root_id and ${knownTo(visible, 'r.id')}
      where v.greeter_id = ${userId} and v.result is null
        and v.arrived_at >= ${today.from} and v.arrived_at < ${today.to}
      order by v.arrived_at, v.id ${lock}`.execute(inDb);
    return rows;
  };
  return {
    key: 'visits',
    title: 'Showroom visits',
    act: 'move',
    async list(userId, actor) {
      const visible = storesOf(actor);
      return (await find(db, userId, visible)).map(({ id, store, guest, at }) => {
        const known = visible.includes(store);
        return {
          id: String(id),
          title: known ? guest : `Visit ${id}`,
          detail: `Here since ${at}`,
          store,
          href: known ? href : null,
        };
      });
    },
    async move({ actor, from, to, ids, ip }) {
      const chosen = integerIds(ids);
      const done = await db.transaction().execute(async (tx) => {
        const rows = (await find(tx, from.id, [], sql`for update of v`)).filter(({ id }) =>
          chosen.includes(id),
        );
        const allowed = await findStoresOf(tx, to.id, worksWithCustomers.condition);
        const { fit, problems } = splitByStore(rows, allowed, worksWithCustomers.message);
        await sql`update customer_ups set greeter_id = ${to.id}, version = version + 1
          where id = any(${fit.map(({ id }) => id)}::integer[])`.execute(tx);
        await recordActivity(
          tx,
          ...fit.map(({ id }) => ({
            actor,
            action: 'visit.assigned',
            // Without the guest: who reads the log may not read customers.
            subject: { type: 'visit', id, name: `Visit ${id}` },
            before: { greeterId: from.id },
            after: { greeterId: to.id },
            ip,
          })),
        );
        const count = fit.length === 1 ? '1 visitor' : `${fit.length} visitors`;
        const notices = await notify(tx, {
          userIds: fit.length === 0 || to.id === actor.userId ? [] : [to.id],
          title: `${actor.shownName} assigned you ${count} in the showroom`,
          message: `${from.name} helped them before.`,
          type: 'info',
          actionUrl: href,
          deliver: { push: true, digest: true },
        });
        return { fit, problems, notices };
      });
      for (const visit of done.fit) publishVisit(platform, visit);
      await publishNotifications(platform, done.notices);
      return { moved: done.fit.map(({ id }) => String(id)), problems: done.problems };
    },
  };
}
