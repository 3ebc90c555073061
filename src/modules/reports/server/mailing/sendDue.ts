import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findActor } from '../../../access/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { findPersonById } from '../../../people/server/public.ts';
import { scopeKey } from '../query/describe.ts';
import type { GetReport } from '../query/getReport.ts';
import type { ReportsDb } from '../tables.ts';
import { lastRun, nextRun, type Timing } from '../views/timetable.ts';
import { composeView, findTemplate, type Sent } from './compose.ts';
import { describeTiming } from './format.ts';

interface Due extends Sent {
  timing: Timing;
  nextAt: Date;
}

const dueAtOnce = 100;
const keptDays = 90;

/**
 * Emails the views that are due, to each recipient in their own scope. An email and its delivery row are written
 * in one transaction, so any instance may run this at any time and repeat it. After downtime only the last
 * missed run is made up.
 */
export async function sendDue(
  platform: Platform,
  getReport: GetReport,
  now = new Date(),
): Promise<void> {
  const db: ReportsDb = platform.db;
  const timezone = await getTimezone(db);
  await rescheduleForTimezone(db, timezone, now);
  for (const view of await readDue(db, now)) {
    // The schedule may have been changed to a later time.
    const last = lastRun(view.timing, timezone, now.getTime());
    const runAt = new Date(Math.max(last, view.nextAt.getTime()));
    const isDone = await sendTo(platform, getReport, view, { runAt, now });
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

/** The hour is local: recalculates the next run after a change of the group time zone. */
async function rescheduleForTimezone(db: ReportsDb, timezone: string, now: Date): Promise<void> {
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

/** Resolves to whether every recipient was handled. */
async function sendTo(
  platform: Platform,
  getReport: GetReport,
  view: Due,
  run: Run,
): Promise<boolean> {
  const template = await findTemplate(platform.db);
  // While the template is off, runs count as sent: turning it on must not send a backlog.
  if (!template) return true;
  const reason = `it is sent to you ${describeTiming(view.timing)}`;
  const getReportOnce = memoizeByScope(getReport);
  let isDone = true;
  for (const userId of await readPendingRecipients(platform.db, view.id, run.runAt)) {
    try {
      const [actor, person] = await Promise.all([
        findActor(platform.db, userId),
        findPersonById(platform.db, userId),
      ]);
      const options = { template, view, reason, now: run.now };
      const letter = actor && (await composeView(platform, getReportOnce, { ...options, actor }));
      await deliver(platform, { viewId: view.id, userId, runAt: run.runAt }, (tx) =>
        letter && person ? platform.mail.send(tx, { to: person.email, ...letter }) : null,
      );
    } catch (err) {
      // The others are not affected; this one is retried in the next run.
      platform.log.warn({ err, viewId: view.id }, 'Failed to send scheduled view');
      isDone = false;
    }
  }
  return isDone;
}

/** For sending one view to many people: calculates the report once per scope. */
function memoizeByScope(getReport: GetReport): GetReport {
  const reports = new Map<string, Awaited<ReturnType<GetReport>>>();
  return async (platform, scope, id, reportQuery, options) => {
    const key = scopeKey(scope, [id]);
    const report = reports.get(key) ?? (await getReport(platform, scope, id, reportQuery, options));
    reports.set(key, report);
    return report;
  };
}

async function readPendingRecipients(
  db: ReportsDb,
  viewId: number,
  runAt: Date,
): Promise<number[]> {
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
 * Sends in the transaction of the delivery row: neither exists without the other. A concurrent run finds the
 * row, and a recipient who has left gets nothing.
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

/** Advances to the next run, unless another instance did or the schedule was changed. */
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
