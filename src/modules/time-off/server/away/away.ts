import { type RawBuilder, sql } from 'kysely';
import { addDays, wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Portion } from '../../contract/requests.ts';
import { describeSpan } from '../spans.ts';

/** Approved time off, without the kind, which not everyone may see. */
interface Away {
  userId: number;
  name: string;
  startsOn: string;
  endsOn: string;
  portion: Portion;
  /** Minutes after midnight in the group’s time zone; 0 to 1440 for whole days. */
  fromMinute: number;
  toMinute: number;
}

async function findAway(db: Db<AnyTables>, where: RawBuilder<unknown>): Promise<Away[]> {
  const { rows } = await sql<Away>`
    select r.user_id as "userId", u.shown_name as name, r.starts_on::text as "startsOn",
      r.ends_on::text as "endsOn", r.portion, r.from_minute as "fromMinute", r.to_minute as "toMinute"
    from time_off_requests r join users u on u.id = r.user_id
    where r.state = 'approved' and ${where} order by r.starts_on, r.id`.execute(db);
  return rows;
}

/** Who of these people is away on a day, also for a part of it. By user id; someone may be away twice. */
export async function awayAmong(
  db: Db<AnyTables>,
  ids: readonly number[],
  day: string,
): Promise<Map<number, Away[]>> {
  const rows = await findAway(
    db,
    sql`r.user_id = any(${ids}::integer[]) and ${day}::date between r.starts_on and r.ends_on`,
  );
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** Who of these people is away on any of the days from `from` to `to`, also for a part of one. */
export async function awayBetween(
  db: Db<AnyTables>,
  ids: readonly number[],
  from: string,
  to: string,
): Promise<Map<number, Away[]>> {
  const rows = await findAway(
    db,
    sql`r.user_id = any(${ids}::integer[]) and r.starts_on <= ${to}::date
      and r.ends_on >= ${from}::date`,
  );
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** Everyone who is away on a day, by name. */
export async function awayOn(db: Db<AnyTables>, day: string): Promise<Away[]> {
  const rows = await findAway(db, sql`${day}::date between r.starts_on and r.ends_on`);
  return rows.sort((one, other) => one.name.localeCompare(other.name));
}

/** Who of these people is away at an instant. */
export async function awayAt(
  db: Db<AnyTables>,
  ids: readonly number[],
  at: Date,
): Promise<Map<number, Away>> {
  if (ids.length === 0) return new Map();
  const { day, minute } = await pointAt(db, at);
  const found = await awayAmong(db, ids, day);
  const away = [...found.values()]
    .flat()
    .filter(({ fromMinute, toMinute }) => fromMinute <= minute && minute < toMinute);
  return new Map(away.map((one) => [one.userId, one]));
}

/** `Caleb Nguyen is away Dec 1 – 3`, if this person is away at an instant; null otherwise. */
export async function describeAbsence(
  db: Db<AnyTables>,
  userId: number,
  at: Date,
): Promise<string | null> {
  const away = (await awayAt(db, [userId], at)).get(userId);
  return away ? `${away.name} is away ${describeSpan(away)}` : null;
}

/** For leads, which need to know who is away. */
export const absences = { awayAt, describeAbsence };

/** Time off of a day that is or was approved. */
interface TimeOffDay {
  userId: number;
  day: string;
  kindId: number;
  kindName: string;
  isPaid: boolean;
  minutes: number;
}

/**
 * Approved time off of these people between two days, inclusive, by day, up to the last day of those who leave. Do not
 * show the kind to colleagues.
 */
export async function timeOffHours(
  db: Db<AnyTables>,
  userIds: readonly number[],
  from: string,
  to: string,
): Promise<TimeOffDay[]> {
  const { rows } = await sql<TimeOffDay>`
    select r.user_id as "userId", d.day::text as day, k.id as "kindId", k.name as "kindName",
      k.is_paid as "isPaid", d.minutes
    from time_off_requests r join time_off_days d on d.request_id = r.id
    join time_off_kinds k on k.id = r.kind_id left join employees e on e.user_id = r.user_id
    where r.user_id = any(${userIds}::integer[]) and r.state = 'approved'
      and d.day between ${from}::date and ${to}::date and (e.left_on is null or d.day <= e.left_on)
    order by d.day, r.from_minute, r.id`.execute(db);
  return rows;
}

/** Everyone who is away now, and until when: over days that follow each other, and days without work in between. */
export async function findAwayNow(
  db: Db<AnyTables>,
  now: Date,
  hasWork: (userId: number, day: string) => boolean,
): Promise<Map<number, Point>> {
  const { day: today, minute } = await pointAt(db, now);
  const rows = await findAway(
    db,
    sql`r.ends_on >= ${today}::date and r.user_id in (select user_id from time_off_requests
      where state = 'approved' and ${today}::date between starts_on and ends_on)`,
  );
  const until = new Map<number, Point>();
  for (const [userId, spans] of Map.groupBy(rows, (row) => row.userId)) {
    const end = endOf(spans, { day: today, minute }, (day) => hasWork(userId, day));
    if (end) until.set(userId, end);
  }
  return until;
}

interface Point {
  day: string;
  /** After midnight, in the group’s time zone. */
  minute: number;
}

async function pointAt(db: Db<AnyTables>, at: Date): Promise<Point> {
  const wall = wallTimeAt(await getTimezone(db), at.getTime());
  return {
    day: wall.slice(0, 10),
    minute: Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)),
  };
}

/** How far ahead the end is looked for. A longer absence is found again later. */
const maxDays = 400;

function endOf(
  spans: readonly Away[],
  now: Point,
  hasWork: (day: string) => boolean,
): Point | null {
  const covering = (day: string, minute: number) =>
    spans.find(
      (span) =>
        span.startsOn <= day &&
        day <= span.endsOn &&
        span.fromMinute <= minute &&
        minute < span.toMinute,
    );
  let { day, minute } = now;
  let end: Point | null = null;
  for (let step = 0; step < maxDays; step += 1) {
    const span = covering(day, minute);
    if (span) {
      minute = span.toMinute;
      if (minute >= 1440) [day, minute] = [addDays(day, 1), 0];
      end = { day, minute };
    } else if (end && minute === 0 && !hasWork(day)) day = addDays(day, 1);
    else break;
  }
  return end;
}
