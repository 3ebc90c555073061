import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findActor } from '../../../access/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { findPersonById } from '../../../people/server/public.ts';
import type { Ask } from '../asking/ask.ts';
import type { ReportsDb } from '../tables.ts';
import { composeView, findTemplate, type Sent } from './compose.ts';
import { describeTiming } from './format.ts';
import { onceForAll } from './once.ts';
import { lastRun, nextRun, type Timing } from './timetable.ts';

interface Due extends Sent {
  timing: Timing;
  nextAt: Date;
}

const dueAtOnce = 100;
const keptDays = 90;

/**
 * Sends the views that are due, to each recipient what they may know of them. A mail is written with the
 * row that says it was: any instance may do this at any time, and do it again. Of times that were missed
 * only the last is made up for.
 */
export async function sendDue(platform: Platform, ask: Ask, now = new Date()): Promise<void> {
  const db: ReportsDb = platform.db;
  const timezone = await getTimezone(db);
  await moveClocks(db, timezone, now);
  for (const view of await readDue(db, now)) {
    // A schedule set meanwhile is of a later time.
    const last = lastRun(view.timing, timezone, now.getTime());
    const runAt = new Date(Math.max(last, view.nextAt.getTime()));
    const isDone = await sendTo(platform, ask, view, { runAt, now });
    if (isDone) await moveOn(db, view, { timezone, now });
  }
  await sql`delete from report_deliveries
    where at < ${now}::timestamptz - make_interval(days => ${keptDays})`.execute(db);
}

async function readDue(db: ReportsDb, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, name, report, question, next_at as "nextAt", ${timing} as timing
    from report_views v where next_at <= ${now} order by next_at, id limit ${dueAtOnce}`.execute(
    db,
  );
  return rows;
}

const timing = sql`json_strip_nulls(json_build_object('every', every, 'weekday', weekday,
  'day', day, 'hour', hour))`;

/** The hour is that of the group’s clocks, whichever they are now. */
async function moveClocks(db: ReportsDb, timezone: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; timing: Timing; nextAt: Date }>`
    select id, ${timing} as timing, next_at as "nextAt" from report_views
    where next_at > ${now} and zone <> ${timezone}`.execute(db);
  for (const row of rows) {
    const next = new Date(nextRun(row.timing, timezone, now.getTime()));
    await sql`update report_views set zone = ${timezone}, next_at = ${next}
      where id = ${row.id} and next_at = ${row.nextAt}`.execute(db);
  }
}

interface Run {
  runAt: Date;
  now: Date;
}

/** Whether everybody has been seen to. */
async function sendTo(platform: Platform, ask: Ask, view: Due, run: Run): Promise<boolean> {
  const template = await findTemplate(platform.db);
  // Switched off, it counts as sent all the same: nobody wants them all when it is on again.
  if (!template) return true;
  const reason = `it is sent to you ${describeTiming(view.timing)}`;
  const askOnce = onceForAll(ask);
  let isDone = true;
  for (const userId of await readWaiting(platform.db, view.id, run.runAt)) {
    try {
      const [actor, person] = await Promise.all([
        findActor(platform.db, userId),
        findPersonById(platform.db, userId),
      ]);
      const given = { template, view, reason, now: run.now };
      const letter = actor && (await composeView(platform, askOnce, { ...given, actor }));
      await deliver(platform, { viewId: view.id, userId, runAt: run.runAt }, (tx) =>
        letter && person ? platform.mail.send(tx, { to: person.email, ...letter }) : null,
      );
    } catch (err) {
      // The others get theirs; for this one it is tried again in the next round.
      platform.log.warn({ err, viewId: view.id }, 'A view was not sent');
      isDone = false;
    }
  }
  return isDone;
}

async function readWaiting(db: ReportsDb, viewId: number, runAt: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.user_id as id from report_view_recipients r
    where r.view_id = ${viewId} and not exists (select from report_deliveries d
      where d.view_id = r.view_id and d.user_id = r.user_id and d.run_at = ${runAt})
    order by r.user_id`.execute(db);
  return rows.map(({ id }) => id);
}

interface Delivery {
  viewId: number;
  userId: number;
  runAt: Date;
}

/**
 * Sends within the transaction of the row that says so: neither exists without the other. Whoever comes
 * second finds the row, and whoever has left meanwhile gets nothing.
 */
export async function deliver(
  { db }: Pick<Platform, 'db'>,
  { viewId, userId, runAt }: Delivery,
  send: (tx: Platform['db']) => Promise<string> | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into report_deliveries (view_id, run_at, user_id, is_sent)
      select view_id, ${runAt}, user_id, true from report_view_recipients
      where view_id = ${viewId} and user_id = ${userId} for key share
      on conflict do nothing returning user_id`.execute(tx);
    if (rows.length === 0) return;
    if (await send(tx)) return;
    await sql`update report_deliveries set is_sent = false
      where view_id = ${viewId} and run_at = ${runAt} and user_id = ${userId}`.execute(tx);
  });
}

/** On to the next time, unless another instance was first or the schedule was changed. */
async function moveOn(
  db: ReportsDb,
  { id, timing, nextAt }: Due,
  { timezone, now }: { timezone: string; now: Date },
): Promise<void> {
  const next = new Date(nextRun(timing, timezone, now.getTime()));
  await sql`update report_views v set next_at = ${next}, zone = ${timezone},
      last_sent_at = case when exists (select from report_deliveries d
        where d.view_id = v.id and d.is_sent and d.run_at >= ${nextAt}) then ${now} else last_sent_at end
    where id = ${id} and next_at = ${nextAt}`.execute(db);
}
