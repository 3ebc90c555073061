import { sql } from 'kysely';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { createOnce, findCreated } from '../../../../platform/server/records/repeats.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import {
  notify,
  publishNotifications,
  type Unpublished,
} from '../../../notifications/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type * as calls from '../../contract/offers.ts';
import { hasLeft, listWorkers } from '../people.ts';
import { scheduleSubject } from '../plans.ts';
import { publishSchedule } from '../publish.ts';
import { isAwayDuring } from '../rules/away.ts';
import type { ScheduleServices } from '../services.ts';
import {
  datesOf,
  findShifts,
  hasStarted,
  intervalOf,
  isPublished,
  type ShiftRow,
  spanText,
  toShift,
} from '../shifts.ts';
import type { SchedulesDb } from '../tables.ts';
import { findOffers } from './find.ts';

/** The actor's own published shift, which has not begun. */
async function getOwnShift(db: SchedulesDb, actor: Actor, shiftId: number): Promise<ShiftRow> {
  const [row] = await findShifts(
    db,
    sql`s.id = ${shiftId} and s.user_id = ${actor.userId} and ${isPublished}`,
  );
  if (!row) throw notFound();
  if (hasStarted(row)) throw conflict('This shift has already started.');
  return row;
}

/** Those of the same store and department who still work here then and are not on time off. */
async function findEligible({ db, awayAmong }: ScheduleServices, shift: ShiftRow) {
  const timezone = await getTimezone(db);
  const dates = datesOf(timezone, intervalOf(shift));
  const workers = (await listWorkers(db, shift.store)).filter(
    (worker) =>
      worker.id !== shift.user_id &&
      worker.department === shift.department &&
      !dates.some((date) => hasLeft(worker, date)),
  );
  const ids = workers.map(({ id }) => id);
  const away = await awayAmong(db, ids, dates[0] ?? '', dates.at(-1) ?? '');
  return workers.filter(({ id }) => !isAwayDuring(away.get(id) ?? [], timezone, intervalOf(shift)));
}

export function listCandidates(services: ScheduleServices): Handler<typeof calls.listCandidates> {
  const { db } = services;
  return async ({ actor, params: { shiftId } }) => {
    const shift = await getOwnShift(db, actor, shiftId);
    const workers = await findEligible(services, shift);
    const timezone = await getTimezone(db);
    const rows = await findShifts(
      db,
      sql`${isPublished} and s.user_id = any(${workers.map(({ id }) => id)}::integer[])
        and s.store = ${shift.store} and s.department = ${shift.department}
        and s.starts_at > now() and s.starts_at < now() + interval '35 days'`,
    );
    const shifts = Map.groupBy(rows, ({ user_id }) => user_id);
    return workers.map(({ id, name }) => ({
      ...{ id, name },
      shifts: (shifts.get(id) ?? []).map((row) => toShift(row, timezone)),
    }));
  };
}

export function offerShift(services: ScheduleServices): Handler<typeof calls.offerShift> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { shiftId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { clientId, toUserId, wantedShiftId, note } = body;
    let offerId = await findCreated(db, 'shift_offers', actor, clientId);
    if (!offerId) {
      const shift = await getOwnShift(db, actor, shiftId);
      const eligible = await findEligible(services, shift);
      const to = eligible.find(({ id }) => id === toUserId);
      if (toUserId !== null && !to) {
        const problem = 'Choose someone of your store and department who can work then';
        throw invalid(`${problem}.`, { toUserId: problem });
      }
      const timezone = await getTimezone(db);
      const span = spanText(timezone, intervalOf(shift));
      let stored: Unpublished | undefined;
      offerId = await createOnce(db, 'shift_offers', actor, clientId, {
        async insert(anyTx) {
          const tx: SchedulesDb = anyTx;
          // A manager may be changing one of the shifts.
          const locked = await tx
            .selectFrom('work_shifts')
            .select(['id', 'version'])
            .where('id', 'in', wantedShiftId === null ? [shiftId] : [shiftId, wantedShiftId])
            .orderBy('id')
            .forUpdate()
            .execute();
          if (locked.find(({ id }) => id === shiftId)?.version !== shift.version) {
            throw conflict('This shift was changed. Reload and try again.');
          }
          await assertWanted(tx, { toUserId, wantedShiftId, shift });
          const { id } = await tx
            .insertInto('shift_offers')
            .values({
              client_id: clientId,
              shift_id: shiftId,
              created_by: actor.userId,
              to_user_id: toUserId,
              wanted_shift_id: wantedShiftId,
              note,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          await recordActivity(tx, {
            ...{ actor, ip },
            action: 'schedule.shift_offered',
            subject: scheduleSubject(shift.store, shift.department),
            after: { shift: shiftId, to: toUserId, inExchangeFor: wantedShiftId },
          });
          stored = await notify(tx, {
            userIds: to ? [to.id] : await findFree(tx, eligible, shift),
            title: `${actor.shownName} ${wantedShiftId ? 'wants to swap shifts' : 'offers a shift'}`,
            message: span,
            type: 'info',
            actionUrl: '/people/schedule',
            actionLabel: 'View offer',
            key: `shift-offer:${id}`,
            deliver: { push: true, digest: to !== undefined },
          });
          return id;
        },
        explain: (error) =>
          violatedConstraint(error) === 'shift_offers_once'
            ? conflict('This shift is already offered.')
            : error,
      });
      if (stored) {
        await publishNotifications(platform, stored);
        publishSchedule(platform, shift.store, [actor.userId]);
      }
    }
    const [offer] = await findOffers(db, actor, sql`o.id = ${offerId}`);
    if (!offer) throw notFound();
    return offer;
  };
}

/** Those who do not work at the time of the shift. */
async function findFree(
  tx: SchedulesDb,
  workers: readonly { id: number }[],
  { starts_at, ends_at }: ShiftRow,
): Promise<number[]> {
  const ids = workers.map(({ id }) => id);
  const rows = await findShifts(
    tx,
    sql`${isPublished} and s.user_id = any(${ids}::integer[])
      and s.starts_at < ${ends_at} and s.ends_at > ${starts_at}`,
  );
  const busy = new Set(rows.map(({ user_id }) => user_id));
  return ids.filter((id) => !busy.has(id));
}

interface Wanted {
  toUserId: number | null;
  wantedShiftId: number | null;
  shift: ShiftRow;
}

async function assertWanted(
  db: SchedulesDb,
  { toUserId, wantedShiftId, shift }: Wanted,
): Promise<void> {
  if (wantedShiftId === null) return;
  const [wanted] = await findShifts(
    db,
    sql`s.id = ${wantedShiftId} and s.user_id = ${toUserId} and ${isPublished}
      and s.store = ${shift.store} and s.department = ${shift.department} and s.starts_at > now()`,
  );
  if (wanted) return;
  const problem = 'Choose a shift of this person that hasn’t started';
  throw invalid(`${problem}.`, { wantedShiftId: problem });
}
