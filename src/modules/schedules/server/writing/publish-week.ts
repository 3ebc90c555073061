import { storeNames } from '../../../../platform/contract/names.ts';
import { addDays, formatOf, weekStartOf } from '../../../../platform/contract/wallTime.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import {
  type Notice,
  notify,
  publishNotifications,
  type Unpublished,
} from '../../../notifications/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { readPolicy } from '../../../time-clock/server/public.ts';
import type * as calls from '../../contract/shift.ts';
import { scheduleNotice } from '../notices.ts';
import { scheduleSubject } from '../plans.ts';
import { publishSchedule } from '../publish.ts';
import type { ScheduleServices } from '../services.ts';
import { intervalOf, rangeOf, spanText } from '../shifts.ts';
import { assertPlans } from './add.ts';
import { runOnce } from './batches.ts';

export function publishWeek({
  platform,
  db,
  writes,
}: ScheduleServices): Handler<typeof calls.publishWeek> {
  return async ({ actor, body: { clientId, store, department, week }, ip }) => {
    await writes.consume(String(actor.userId));
    assertPlans(actor, { store, department });
    const timezone = await getTimezone(db);
    const { weekStartsOn } = await readPolicy(db);
    const start = weekStartOf(week, weekStartsOn);
    const range = rangeOf(timezone, start, addDays(start, 6));
    let stored: Unpublished | undefined;
    const people = new Set<number>();
    const { result } = await runOnce(db, {
      ...{ kind: 'publish', actor, clientId },
      async write(tx, batchId) {
        const rows = await tx
          .updateTable('work_shifts')
          .set((eb) => ({ published_at: new Date(), version: eb('version', '+', 1) }))
          .where('store', '=', store)
          .where('department', '=', department)
          .where('starts_at', '>=', new Date(range.start))
          .where('starts_at', '<', new Date(range.end))
          .where('ends_at', '>', new Date())
          .where('removed_at', 'is', null)
          .where('published_at', 'is', null)
          .returning(['user_id', 'starts_at', 'ends_at'])
          .execute();
        if (rows.length === 0) return { added: 0, people: 0, skipped: [] };
        const notices: Notice[] = [];
        for (const [userId, own] of Map.groupBy(rows, ({ user_id }) => user_id)) {
          people.add(userId);
          const [first] = own.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
          if (!first || userId === actor.userId) continue;
          const message = [
            `${weekText(start)} at ${storeNames[store]}:`,
            own.length === 1 ? '1 shift,' : `${own.length} shifts, first`,
            spanText(timezone, intervalOf(first)),
          ].join(' ');
          notices.push(
            scheduleNotice(
              [userId],
              { title: 'Your schedule was published', message },
              `schedule-published:${batchId}`,
            ),
          );
        }
        stored = await notify(tx, ...notices);
        await recordActivity(tx, {
          ...{ actor, ip },
          action: 'schedule.published',
          subject: scheduleSubject(store, department),
          after: { week: start, shifts: rows.length, people: people.size },
        });
        return { added: rows.length, people: people.size, skipped: [] };
      },
    });
    if (stored) {
      await publishNotifications(platform, stored);
      publishSchedule(platform, store, people);
    }
    return { published: result.added, people: result.people ?? 0 };
  };
}

const weekText = (start: string) =>
  formatOf({ month: 'short', day: 'numeric' }, 'UTC').formatRange(
    new Date(`${start}T00:00:00Z`),
    new Date(`${addDays(start, 6)}T00:00:00Z`),
  );
