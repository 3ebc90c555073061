import type { Department, Store } from '../../../../platform/contract/access.ts';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type * as calls from '../../contract/shift.ts';
import { longestShiftHours, type Skipped } from '../../contract/shift.ts';
import { planRefusal, scheduleSubject } from '../plans.ts';
import { canPlan, canSee } from '../policy.ts';
import { publishSchedule } from '../publish.ts';
import { type Interval, instantsOf } from '../rules/times.ts';
import type { ScheduleServices } from '../services.ts';
import { runOnce } from './batches.ts';
import { insertShifts } from './insert.ts';

interface Place {
  store: Store;
  department: Department;
}

/** Throws 404 where the actor sees no schedule, and 403 where they do not plan it. */
export function assertPlans(actor: Actor, { store, department }: Place): void {
  if (!canSee(actor, store, department)) throw notFound();
  if (!canPlan(actor, store)) throw forbidden(planRefusal);
}

const hourMs = 3_600_000;

/** Throws unless the shift has a sensible length and the break is shorter than it. */
export function assertLength({ start, end }: Interval, breakMinutes: number): void {
  if (end - start > longestShiftHours * hourMs) {
    const problem = `A shift lasts at most ${longestShiftHours} hours`;
    throw invalid(`${problem}.`, { end: problem });
  }
  if (breakMinutes * 60_000 >= end - start) {
    throw invalid('The break must be shorter than the shift.', {
      breakMinutes: 'Must be shorter than the shift',
    });
  }
}

export function addShifts({
  platform,
  db,
  writes,
  awayAmong,
}: ScheduleServices): Handler<typeof calls.addShifts> {
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { clientId, store, department, userIds, dates, start, end, ...facts } = body;
    assertPlans(actor, { store, department });
    const timezone = await getTimezone(db);
    const now = Date.now();
    const shifts = [...new Set(userIds)].flatMap((userId) =>
      [...new Set(dates)].map((date) => {
        const interval = instantsOf(timezone, { date, start, end });
        assertLength(interval, facts.breakMinutes);
        return { userId, ...interval, ...facts };
      }),
    );
    const { result, isNew } = await runOnce(db, {
      ...{ kind: 'add', actor, clientId },
      async write(tx, batchId) {
        const added = await insertShifts(tx, {
          ...{ batchId, store, department, shifts, timezone, now, awayAmong },
        });
        const [only] = added.skipped;
        if (only && added.added === 0) throw conflict(refusalOf(added.skipped, only));
        await recordActivity(tx, {
          ...{ actor, ip },
          action: 'schedule.shifts_added',
          subject: scheduleSubject(store, department),
          after: { shifts: added.added, dates, people: userIds, start, end },
        });
        return added;
      },
    });
    if (isNew) publishSchedule(platform, store);
    return { added: result.added, skipped: result.skipped };
  };
}

/** Why none of the shifts could be added. */
function refusalOf(skipped: readonly Skipped[], first: Skipped): string {
  if (skipped.every(({ reason }) => reason === 'past')) return 'Choose a day that isn’t over.';
  if (skipped.length > 1) return 'None of these people can work on these days.';
  const reasons = {
    away: 'is on time off',
    left: 'doesn’t work at this store',
    planned: 'already has a shift at this time',
    past: 'can’t be scheduled in the past',
  };
  return `${first.person.name || 'This employee'} ${reasons[first.reason]} on ${weekdayDay(first.date)}.`;
}
