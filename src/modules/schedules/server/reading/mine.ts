import { sql } from 'kysely';
import { dateAt, dayStart } from '../../../../platform/contract/wallTime.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { findManagers, readableByHr } from '../../../employees/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { listOffers as listOffersCall } from '../../contract/offers.ts';
import type * as calls from '../../contract/week.ts';
import { findOffers, visibleOffers } from '../offers/find.ts';
import { plannedStores } from '../policy.ts';
import { findShifts, isPublished, toShift } from '../shifts.ts';
import type { SchedulesDb } from '../tables.ts';

const aheadDays = 60;

/** Published shifts from the start of today on. */
async function findUpcoming(db: SchedulesDb, userId: number, limit: number) {
  const timezone = await getTimezone(db);
  const from = dayStart(timezone, dateAt(timezone, Date.now()));
  const rows = await findShifts(
    db,
    sql`${isPublished} and s.user_id = ${userId} and s.ends_at > ${new Date(from)}
      and s.starts_at < now() + make_interval(days => ${aheadDays})`,
  );
  return rows.slice(0, limit).map((row) => toShift(row, timezone));
}

const shiftsAtMost = 120;

export function getMySchedule(db: SchedulesDb): Handler<typeof calls.getMySchedule> {
  return async ({ actor }) => {
    const [shifts, offers, feed] = await Promise.all([
      findUpcoming(db, actor.userId, shiftsAtMost),
      findOffers(
        db,
        actor,
        sql`${visibleOffers(actor, [])} and s.starts_at > now() - interval '14 days'
          and (o.state in ('open', 'taken') or o.ended_at > now() - interval '14 days')`,
      ),
      db
        .selectFrom('schedule_feeds')
        .select('created_at')
        .where('user_id', '=', actor.userId)
        .executeTakeFirst(),
    ]);
    return {
      shifts,
      offers,
      serverTime: new Date().toISOString(),
      feedSince: feed?.created_at.toISOString() ?? null,
    };
  };
}

export function listOffers(db: SchedulesDb): Handler<typeof listOffersCall> {
  return async ({ actor }) =>
    findOffers(
      db,
      actor,
      sql`s.store = any(${[...plannedStores(actor)]}::text[])
        and (o.state in ('open', 'taken') or o.ended_at > now() - interval '30 days')`,
    );
}

const nextShifts = 5;

/** Of oneself, of someone in one's line, or of someone HR or a planner sees. */
export function listNextShifts(db: SchedulesDb): Handler<typeof calls.listNextShifts> {
  return async ({ actor, params: { id } }) => {
    if (id !== actor.userId) {
      const stores = [...plannedStores(actor)];
      const { rows } = await sql<{ id: number }>`
        select e.user_id as id from employees e join users u on u.id = e.user_id
        where e.user_id = ${id}
          and (${readableByHr(actor)} or u.store_access && ${stores}::text[])`.execute(db);
      const isVisible = rows.length > 0 || (await findManagers(db, id)).includes(actor.userId);
      if (!isVisible) throw notFound();
    }
    return findUpcoming(db, id, nextShifts);
  };
}
