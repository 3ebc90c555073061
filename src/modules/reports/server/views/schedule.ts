import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type * as calls from '../../contract/views.ts';
import type { Schedule, View } from '../../contract/views.ts';
import type { ReportsDb } from '../tables.ts';
import { recipientsAmong } from './recipients.ts';
import { missingOrConflict } from './save.ts';
import { nextRun } from './timetable.ts';
import { getView } from './views.ts';

type ScheduleView = ValidOf<typeof calls.scheduleView>['body'];

const none = { every: null, weekday: null, day: null, hour: null, zone: null, next_at: null };

/** Replaces the schedule and recipients of one of the actor’s views; null stops it. */
export async function scheduleView(
  db: ReportsDb,
  actor: Actor,
  id: number,
  { schedule, version }: ScheduleView,
): Promise<View> {
  const columns = schedule ? await columnsOf(db, schedule) : none;
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('report_views')
      .set({ ...columns, version: version + 1 })
      .where('id', '=', id)
      .where('owner_id', '=', actor.userId)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw await missingOrConflict(tx, actor, id);
    const ids = [...new Set(schedule?.recipientIds)];
    const reachable = await recipientsAmong(tx, ids);
    if (reachable.size < ids.length) throw invalid(unreachable, { recipientIds: unreachable });
    await tx.deleteFrom('report_view_recipients').where('view_id', '=', id).execute();
    if (ids.length === 0) return;
    const rows = ids.map((userId) => ({ view_id: id, user_id: userId }));
    await tx.insertInto('report_view_recipients').values(rows).execute();
  });
  return getView(db, actor, id);
}

const unreachable = 'Recipients need access to reports.';

async function columnsOf(db: ReportsDb, schedule: Schedule) {
  const { every, hour } = schedule;
  const weekday = every === 'week' ? schedule.weekday : undefined;
  const day = every === 'month' ? schedule.day : undefined;
  if (every === 'week' && weekday === undefined)
    throw invalid('Choose a day of the week.', { weekday: 'Choose a day' });
  if (every === 'month' && day === undefined)
    throw invalid('Choose a day of the month.', { day: 'Choose a day' });
  const zone = await getTimezone(db);
  const next_at = new Date(nextRun(schedule, zone, Date.now()));
  return { every, hour, zone, next_at, weekday: weekday ?? null, day: day ?? null };
}

/** Removes the actor from the recipients; without recipients the schedule ends. */
export async function leaveView(db: ReportsDb, { userId }: Actor, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Locked first, like in `scheduleView`.
    const view = await tx
      .selectFrom('report_views')
      .select('version')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const left = await tx
      .deleteFrom('report_view_recipients')
      .where('view_id', '=', id)
      .where('user_id', '=', userId)
      .returning('user_id')
      .executeTakeFirst();
    if (!view || !left) throw notFound();
    const others = await tx
      .selectFrom('report_view_recipients')
      .select('user_id')
      .where('view_id', '=', id)
      .limit(1)
      .execute();
    await tx
      .updateTable('report_views')
      // Makes a concurrent save of the old recipient list fail.
      .set({ version: view.version + 1, ...(others.length === 0 && none) })
      .where('id', '=', id)
      .execute();
  });
}
