import { sql } from 'kysely';
import { addDays, weekStartOf } from '../../../../platform/contract/wallTime.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { readPolicy } from '../../../time-clock/server/public.ts';
import type * as calls from '../../contract/shift.ts';
import { scheduleSubject } from '../plans.ts';
import { publishSchedule } from '../publish.ts';
import { movedBy } from '../rules/times.ts';
import type { ScheduleServices } from '../services.ts';
import { findShifts, intervalOf, isCurrent, rangeOf, startsWithin } from '../shifts.ts';
import { assertPlans } from './add.ts';
import { runOnce } from './batches.ts';
import { insertShifts } from './insert.ts';

const dayMs = 86_400_000;

export function copyWeek({
  platform,
  db,
  writes,
  awayAmong,
}: ScheduleServices): Handler<typeof calls.copyWeek> {
  return async ({ actor, body: { clientId, store, department, fromWeek, toWeek }, ip }) => {
    await writes.consume(String(actor.userId));
    assertPlans(actor, { store, department });
    const timezone = await getTimezone(db);
    const { weekStartsOn } = await readPolicy(db);
    const from = weekStartOf(fromWeek, weekStartsOn);
    const to = weekStartOf(toWeek, weekStartsOn);
    if (from === to) {
      throw invalid('Choose another week to copy to.', { toWeek: 'Choose another week' });
    }
    const now = Date.now();
    const days = (Date.parse(to) - Date.parse(from)) / dayMs;
    const { result, isNew } = await runOnce(db, {
      ...{ kind: 'copy', actor, clientId },
      async write(tx, batchId) {
        const range = rangeOf(timezone, from, addDays(from, 6));
        const rows = await findShifts(
          tx,
          sql`${isCurrent} and s.store = ${store} and s.department = ${department}
            and ${startsWithin(range)}`,
        );
        if (rows.length === 0) throw invalid('This week has no shifts to copy.');
        const shifts = rows.map((row) => ({
          userId: row.user_id,
          ...movedBy(timezone, intervalOf(row), days),
          breakMinutes: row.break_minutes,
          role: row.role,
          note: row.note,
        }));
        const copied = await insertShifts(tx, {
          ...{ batchId, store, department, shifts, timezone, now, awayAmong },
        });
        await recordActivity(tx, {
          ...{ actor, ip },
          action: 'schedule.week_copied',
          subject: scheduleSubject(store, department),
          after: { from, to, shifts: copied.added, skipped: copied.skipped.length },
        });
        return copied;
      },
    });
    if (isNew) publishSchedule(platform, store);
    return { added: result.added, skipped: result.skipped };
  };
}
