import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { Handover, HandoverSource } from '../../../../platform/server/records/handover.ts';
import { integerIds } from '../../../../platform/server/records/sources.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import { hoursText } from '../../contract/balances.ts';
import type { Portion } from '../../contract/requests.ts';
import { addEvent } from '../history.ts';
import type { TimeOffLocks } from '../locks.ts';
import { lockTimeOff } from '../policy.ts';
import { describeSpan } from '../spans.ts';
import type { TimeOffDb } from '../tables.ts';
import { approve, end, lockRow, log, paidChange, publish } from './writing.ts';

interface Row {
  id: number;
  store: Store | null;
  startsOn: CalendarDate;
  endsOn: CalendarDate;
  portion: Portion;
  fromMinute: number;
  toMinute: number;
  lastDay: CalendarDate;
  /** After the last day. */
  minutes: number;
  /** It has working days up to the last day, which stay. */
  beginsBefore: boolean;
}

async function findAfterLastDay(
  db: TimeOffDb,
  userId: number,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, e.store, r.starts_on::text as "startsOn", r.ends_on::text as "endsOn", r.portion,
      r.from_minute as "fromMinute", r.to_minute as "toMinute", e.left_on::text as "lastDay",
      coalesce(sum(d.minutes) filter (where d.day > e.left_on), 0)::integer as minutes,
      coalesce(bool_or(d.day <= e.left_on), false) as "beginsBefore"
    from time_off_requests r join employees e on e.user_id = r.user_id
    left join time_off_days d on d.request_id = r.id
    where r.user_id = ${userId} and r.state = 'approved' and r.ends_on > e.left_on and ${condition}
    group by r.id, e.user_id having bool_or(d.day > e.left_on) order by r.starts_on, r.id`.execute(
    db,
  );
  return rows;
}

/** Approved time off after someone’s last day: it is canceled, and what begins before then ends on that day. */
export function timeOffHandover(platform: Platform, locks: TimeOffLocks): HandoverSource {
  const db: TimeOffDb = platform.db;
  return {
    key: 'time_off',
    title: 'Time off after the last day',
    act: 'cancel',
    async list(userId) {
      const rows = await findAfterLastDay(db, userId);
      return rows.map((row) => ({
        id: String(row.id),
        title: describeSpan(row),
        detail: hoursText(row.minutes),
        store: row.store,
        href: null,
      }));
    },
    async move({ from, ids, ...by }) {
      const chosen = sql`r.id = any(${integerIds(ids)}::integer[])`;
      const { moved, notifications } = await db.transaction().execute(async (tx) => {
        await lockTimeOff(tx, from.id);
        const rows = await findAfterLastDay(tx, from.id, chosen);
        const sent: Unpublished[] = [];
        for (const row of rows) sent.push(...(await cut(tx, locks, row, by)));
        return { moved: rows.map(({ id }) => String(id)), notifications: sent };
      });
      await publish({ platform, db }, notifications);
      return { moved, problems: [] };
    },
  };
}

async function cut(
  tx: TimeOffDb,
  locks: TimeOffLocks,
  { id, lastDay, beginsBefore }: Row,
  { actor, ip }: Pick<Handover, 'actor' | 'ip'>,
): Promise<Unpublished[]> {
  const request = await lockRow(tx, id);
  await log(tx, actor, request, 'canceled', ip);
  if (!beginsBefore) {
    return locks.guard(
      tx,
      { ...paidChange(actor, [request]), reason: `Canceled: ${describeSpan(request)}` },
      () =>
        end(tx, actor, request, {
          state: 'canceled',
          by: 'canceled',
          reason: 'It is after your last day.',
        }),
    );
  }
  const { rows } = await sql<{ id: number }>`
    insert into time_off_requests (user_id, kind_id, starts_on, ends_on, portion, from_minute, to_minute,
      reason, state, replaces_id, client_id, created_by)
    select user_id, kind_id, starts_on, ${lastDay}::date, portion, from_minute, to_minute,
      reason, 'pending', id, ${randomUUID()}, ${actor.userId}
    from time_off_requests where id = ${id} returning id`.execute(tx);
  const shorter = rows[0]?.id ?? 0;
  await sql`insert into time_off_days (request_id, day, minutes)
    select ${shorter}, day, minutes from time_off_days
    where request_id = ${id} and day <= ${lastDay}::date`.execute(tx);
  await addEvent(tx, shorter, actor.userId, { kind: 'recorded' });
  // A change that is pending is of what remains.
  await sql`update time_off_requests set replaces_id = ${shorter}
    where replaces_id = ${id} and id <> ${shorter} and state = 'pending'`.execute(tx);
  const rest = await lockRow(tx, shorter);
  await log(tx, actor, rest, 'recorded', ip);
  return approve(tx, locks, actor, rest, 'It ends on your last day.');
}
