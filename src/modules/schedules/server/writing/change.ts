import { type Selectable, sql } from 'kysely';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { type Notice, notify, publishNotifications } from '../../../notifications/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type * as calls from '../../contract/shift.ts';
import type { AwaySource } from '../away.ts';
import { scheduleNotice } from '../notices.ts';
import { findWorkers, hasLeft, listWorkers } from '../people.ts';
import { scheduleSubject } from '../plans.ts';
import { publishSchedule } from '../publish.ts';
import { isAwayDuring } from '../rules/away.ts';
import { type Interval, instantsOf, wallSpanOf } from '../rules/times.ts';
import type { ScheduleServices } from '../services.ts';
import { datesOf, findShifts, intervalOf, isCurrent, spanText, toShift } from '../shifts.ts';
import type { SchedulesDb, ScheduleTables } from '../tables.ts';
import { assertLength, assertPlans } from './add.ts';
import { endOffers } from './offers.ts';

type StoredShift = Selectable<ScheduleTables['work_shifts']>;

/** The shift under its row lock; throws 404 if the actor does not see the schedule, 403 if they do not plan it. */
async function lockShift(tx: SchedulesDb, actor: Actor, shiftId: number): Promise<StoredShift> {
  const row = await tx
    .selectFrom('work_shifts')
    .selectAll()
    .where('id', '=', shiftId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  assertPlans(actor, row);
  if (row.ends_at.getTime() <= Date.now()) {
    throw conflict('This shift has ended, so it can’t be changed.');
  }
  return row;
}

export function saveShift({
  platform,
  db,
  writes,
  awayAmong,
}: ScheduleServices): Handler<typeof calls.saveShift> {
  return async ({ actor, params: { shiftId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { version, userId, date, start, end, breakMinutes, role, note } = body;
    const timezone = await getTimezone(db);
    const interval = instantsOf(timezone, { date, start, end });
    const concerned = new Set<number>();
    const saved = await db
      .transaction()
      .execute(async (tx) => {
        const before = await lockShift(tx, actor, shiftId);
        assertVersion(before, version, 'this shift', 'load');
        assertLength(interval, breakMinutes);
        if (interval.end <= Date.now()) {
          throw invalid('Choose a day that isn’t over.', { date: 'Choose a day that isn’t over' });
        }
        const isMoved =
          before.user_id !== userId ||
          before.starts_at.getTime() !== interval.start ||
          before.ends_at.getTime() !== interval.end;
        if (isMoved) {
          await assertCanWork(tx, { userId, store: before.store, interval, timezone, awayAmong });
        }
        const facts = { break_minutes: breakMinutes, role, note };
        const isChanged =
          isMoved ||
          before.break_minutes !== breakMinutes ||
          before.role !== role ||
          before.note !== note;
        if (!isChanged) return { store: before.store, stored: [] };
        await tx
          .updateTable('work_shifts')
          .set({
            ...facts,
            user_id: userId,
            starts_at: new Date(interval.start),
            ends_at: new Date(interval.end),
            version: version + 1,
          })
          .where('id', '=', shiftId)
          .execute();
        for (const id of [before.user_id, userId]) concerned.add(id);
        const offers =
          isMoved && (await endOffers(tx, [shiftId], { actor, reason: 'The shift was changed.' }));
        if (offers) for (const id of offers.people) concerned.add(id);
        await recordActivity(tx, {
          ...{ actor, ip },
          action: 'schedule.shift_changed',
          subject: scheduleSubject(before.store, before.department),
          before: factsOf(before, timezone),
          after: factsOf(
            {
              ...before,
              ...facts,
              user_id: userId,
              starts_at: new Date(interval.start),
              ends_at: new Date(interval.end),
            },
            timezone,
          ),
        });
        const notices = before.published_at
          ? noticesOf(before, { ...interval, userId, version: version + 1, note, role }, timezone)
          : [];
        const stored = await notify(
          tx,
          ...notices.filter(({ userIds }) => !userIds.includes(actor.userId)),
        );
        return { store: before.store, stored: offers ? [stored, offers.stored] : [stored] };
      })
      .catch((error: unknown) => {
        throw violatedConstraint(error) === 'work_shifts_once'
          ? conflict('This employee already has a shift that starts then.', {
              start: 'There is a shift that starts then',
            })
          : error;
      });
    if (saved.stored.length > 0) {
      await publishNotifications(platform, ...saved.stored);
      publishSchedule(platform, saved.store, concerned);
    }
    const [row] = await findShifts(db, sql`s.id = ${shiftId} and ${isCurrent}`);
    if (!row) throw notFound();
    return toShift(row, timezone);
  };
}

interface Candidate {
  userId: number;
  store: StoredShift['store'];
  interval: Interval;
  timezone: string;
  awayAmong: AwaySource;
}

/** Throws for the field `userId` unless they work at the store then and are not on time off. */
export async function assertCanWork(
  tx: SchedulesDb,
  { userId, store, interval, timezone, awayAmong }: Candidate,
): Promise<void> {
  const dates = datesOf(timezone, interval);
  const worker = (await listWorkers(tx, store)).find(({ id }) => id === userId);
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last || hasLeft(worker, last)) {
    const name = (await findWorkers(tx, [userId])).get(userId)?.name ?? 'This employee';
    throw invalid(`${name} doesn’t work at this store.`, {
      userId: 'Choose an employee of this store',
    });
  }
  const away = (await awayAmong(tx, [userId], first, last)).get(userId) ?? [];
  if (isAwayDuring(away, timezone, interval)) {
    throw conflict(`${worker?.name ?? 'This employee'} is on time off then.`, {
      userId: 'Is on time off then',
    });
  }
}

const factsOf = (row: StoredShift, timezone: string) => {
  const { date, start, end } = wallSpanOf(timezone, intervalOf(row));
  return {
    shift: row.id,
    person: row.user_id,
    ...{ date, start, end },
    breakMinutes: row.break_minutes,
    role: row.role,
  };
};

interface Changed {
  start: number;
  end: number;
  userId: number;
  version: number;
  role: string;
  note: string;
}

/** One for each person whose published shift this was or is now. */
function noticesOf(before: StoredShift, after: Changed, timezone: string): Notice[] {
  const was = spanText(timezone, intervalOf(before));
  const is = spanText(timezone, after);
  const key = `shift:${before.id}:${after.version}`;
  if (before.user_id !== after.userId) {
    return [
      scheduleNotice([before.user_id], { title: removedTitle, message: was }, key),
      scheduleNotice([after.userId], { title: 'You have a new shift', message: is }, key),
    ];
  }
  const detail = [after.role, after.note].filter(Boolean).join(' · ');
  const message = was === is ? [is, detail].filter(Boolean).join(': ') : `${was} is now ${is}`;
  return [scheduleNotice([before.user_id], { title: 'Your shift was changed', message }, key)];
}

const removedTitle = 'Your shift was removed';

export function removeShift({
  platform,
  db,
  writes,
}: ScheduleServices): Handler<typeof calls.removeShift> {
  return async ({ actor, params: { shiftId }, query: { version }, ip }) => {
    await writes.consume(String(actor.userId));
    const timezone = await getTimezone(db);
    const removed = await db.transaction().execute(async (tx) => {
      const row = await lockShift(tx, actor, shiftId);
      assertVersion(row, version, 'this shift');
      await tx
        .updateTable('work_shifts')
        .set({ removed_at: new Date(), removed_by: actor.userId, version: version + 1 })
        .where('id', '=', shiftId)
        .execute();
      const offers = await endOffers(tx, [shiftId], { actor, reason: 'The shift was removed.' });
      await recordActivity(tx, {
        ...{ actor, ip },
        action: 'schedule.shift_removed',
        subject: scheduleSubject(row.store, row.department),
        before: factsOf(row, timezone),
      });
      const isOwn = row.user_id === actor.userId;
      const stored =
        row.published_at && !isOwn
          ? await notify(
              tx,
              scheduleNotice(
                [row.user_id],
                { title: removedTitle, message: spanText(timezone, intervalOf(row)) },
                `shift:${row.id}:${version + 1}`,
              ),
            )
          : null;
      return { row, stored: stored ? [stored, offers.stored] : [offers.stored], offers };
    });
    const { row, offers, stored } = removed;
    await publishNotifications(platform, ...stored);
    publishSchedule(platform, row.store, [row.user_id, ...offers.people]);
    return { message: 'Shift removed' };
  };
}
