import { sql } from 'kysely';
import { addDays, type CalendarDate, later } from '../../../../platform/contract/wallTime.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import { hoursText } from '../../contract/balances.ts';
import type { Preview } from '../../contract/requests.ts';
import type { Kind } from '../../contract.ts';
import { dateOf, dayOf } from '../accrual/calendar.ts';
import { awayBetween, type CountedDay, countDays, type RequestedTime } from '../counting/count.ts';
import { findKinds } from '../kinds.ts';
import { findPatterns } from '../ledger/inputs.ts';
import { loadAccounts } from '../ledger/projection.ts';
import { findToday, type Standing } from '../policy.ts';
import { spanText } from '../spans.ts';
import type { TimeOffDb } from '../tables.ts';
import { blackoutsOn, findAwayColleagues, findBlackouts } from './conflicts.ts';

/** How far back people request for themselves. What is older is recorded by those who decide. */
const pastDays = 60;
const futureDays = 550;

export interface RequestedTimeOff extends RequestedTime {
  kindId: number;
  replacesId?: number | undefined;
}

interface Assessment extends Preview {
  kind: Kind;
  /** The field that the problem is about. */
  field: 'startsOn' | 'endsOn' | 'kindId' | 'minutes' | 'fromMinute';
  /** Someone else has changed what it is about. */
  isConflict: boolean;
}

type Problem = Pick<Assessment, 'field'> & { text: string; isConflict?: boolean };

/** What a request would take and leave, and why it might be refused. The caller has checked access. */
export async function assess(
  db: TimeOffDb,
  { employee, isSelf, decides }: Standing,
  requested: RequestedTimeOff,
): Promise<Assessment> {
  const { userId } = employee;
  const [kinds, today] = await Promise.all([findKinds(db), findToday(db)]);
  const kind = kinds.find(({ id }) => id === requested.kindId);
  if (!kind?.isActive) throw notFound();
  const isImmediate = !kind.needsApproval || (!isSelf && decides);
  const basic = basicProblem(requested, today, isSelf);
  const empty: Assessment = {
    kind,
    field: 'startsOn',
    isConflict: false,
    minutes: 0,
    days: [],
    holidays: [],
    availableMinutes: null,
    remainingMinutes: null,
    problem: null,
    warnings: [],
    away: [],
    isImmediate,
  };
  if (basic) return { ...empty, problem: basic.text, field: basic.field };
  const [patterns, holidays, blackouts, replaced] = await Promise.all([
    findPatterns(db, [userId]),
    findHolidays(db, requested, employee.store),
    findBlackouts(db, requested.startsOn, requested.endsOn),
    findReplaced(db, userId, requested.replacesId),
  ]);
  const days = countDays(
    requested,
    patterns.get(userId) ?? [],
    new Set(holidays.map(({ day }) => day)),
  );
  const minutes = days.reduce((sum, day) => sum + day.minutes, 0);
  const balance = kind.hasBalance
    ? await assessBalance(db, userId, { ...requested, without: replaced }, days, today)
    : null;
  const blackoutDays = blackoutsOn(
    blackouts,
    employee,
    days.map(({ day }) => day),
  );
  const isShort = balance !== null && balance.remaining < 0;
  const colleagues = await findAwayColleagues(db, [{ id: userId, ...employee, ...requested }]);
  const problem =
    employmentProblem(employee, requested) ??
    (minutes === 0 ? noWork(requested) : undefined) ??
    (await overlap(db, employee, { ...requested, without: replaced }, isSelf)) ??
    (balance?.usableFrom && requested.startsOn < balance.usableFrom
      ? {
          field: 'startsOn' as const,
          text: `${kind.name} can be used from ${spanText(balance.usableFrom, balance.usableFrom)}.`,
        }
      : undefined) ??
    (isShort && kind.overdraw === 'refuse'
      ? { field: 'kindId' as const, text: shortText(kind, balance.remaining) }
      : undefined) ??
    (isSelf ? refusedBy(blackoutDays) : undefined);
  return {
    ...empty,
    minutes,
    days,
    holidays,
    availableMinutes: balance?.available ?? null,
    remainingMinutes: balance?.remaining ?? null,
    problem: problem?.text ?? null,
    field: problem?.field ?? 'startsOn',
    isConflict: problem?.isConflict ?? false,
    warnings: [
      ...(isShort && kind.overdraw === 'warn' ? [shortText(kind, balance.remaining)] : []),
      ...blackoutDays
        .filter(({ refuses }) => !refuses || !isSelf)
        .map(({ name }) => `These days include blackout days: ${name}.`),
    ],
    away: colleagues.get(userId) ?? [],
  };
}

function refusedBy(blackouts: readonly { name: string; refuses: boolean }[]): Problem | undefined {
  const refusing = blackouts.find(({ refuses }) => refuses);
  return refusing && { field: 'startsOn', text: `No time off on these days: ${refusing.name}.` };
}

function basicProblem(
  requested: RequestedTime,
  today: CalendarDate,
  isSelf: boolean,
): Problem | undefined {
  const { startsOn, endsOn, portion, fromMinute, minutes } = requested;
  if (endsOn < startsOn) {
    return { field: 'endsOn', text: 'The last day can’t be before the first.' };
  }
  if (endsOn > addDays(startsOn, 366)) return { field: 'endsOn', text: 'Choose at most a year.' };
  if (startsOn > addDays(today, futureDays)) {
    return { field: 'startsOn', text: 'Choose days within the next 18 months.' };
  }
  if (isSelf && startsOn < addDays(today, -pastDays)) {
    return {
      field: 'startsOn',
      text: `Ask your manager or HR to record time off of more than ${pastDays} days ago.`,
    };
  }
  if (startsOn < addDays(today, -futureDays)) {
    return { field: 'startsOn', text: 'This is too long ago.' };
  }
  if (portion !== 'full' && startsOn !== endsOn) {
    return { field: 'endsOn', text: 'Part of a day is on one day.' };
  }
  if (portion !== 'hours') return undefined;
  if (fromMinute === undefined) return { field: 'fromMinute', text: 'Choose when it starts.' };
  if (minutes === undefined) return { field: 'minutes', text: 'Enter how long.' };
  if (fromMinute + minutes > 1440) {
    return { field: 'minutes', text: 'It has to end on the same day.' };
  }
  return undefined;
}

/** Why these days are not days of their employment. */
export function employmentProblem(
  { hiredOn, leftOn, name }: Standing['employee'],
  { startsOn, endsOn }: Pick<RequestedTime, 'startsOn' | 'endsOn'>,
): Problem | undefined {
  if (hiredOn !== null && startsOn < hiredOn) {
    return { field: 'startsOn', text: `${name} starts on ${spanText(hiredOn, hiredOn)}.` };
  }
  if (leftOn !== null && endsOn > leftOn) {
    return { field: 'endsOn', text: `The last day of ${name} is ${spanText(leftOn, leftOn)}.` };
  }
  return undefined;
}

const noWork = ({ startsOn, endsOn }: RequestedTime): Problem => ({
  field: 'startsOn',
  text:
    startsOn === endsOn ? 'This is not a working day.' : 'There are no working days in between.',
});

async function findHolidays(
  db: TimeOffDb,
  { startsOn, endsOn }: RequestedTime,
  store: string | null,
): Promise<{ day: string; name: string }[]> {
  const { rows } = await sql<{ day: string; name: string }>`
    select distinct on (day) day::text as day, name from time_off_holidays
    where day between ${startsOn}::date and ${endsOn}::date
      and (store is null or store = ${store}) order by day, store nulls first`.execute(db);
  return rows;
}

/** What a request takes the place of; if that is pending, also the approved one that it was to replace. */
async function findReplaced(
  db: TimeOffDb,
  userId: number,
  replacesId: number | undefined,
): Promise<number[]> {
  if (replacesId === undefined) return [];
  const { rows } = await sql<{ id: number; replaces_id: number | null }>`
    select id, replaces_id from time_off_requests where id = ${replacesId} and user_id = ${userId}`.execute(
    db,
  );
  return rows.flatMap((row) => [row.id, row.replaces_id]).filter((id) => id !== null);
}

async function overlap(
  db: TimeOffDb,
  { userId, name }: Standing['employee'],
  requested: RequestedTime & { without: readonly number[] },
  isSelf: boolean,
): Promise<Problem | undefined> {
  const { fromMinute, toMinute } = awayBetween(requested);
  const { rows } = await sql<{ startsOn: string; endsOn: string }>`
    select starts_on::text as "startsOn", ends_on::text as "endsOn" from time_off_requests
    where user_id = ${userId} and state in ('pending', 'approved')
      and id <> all(${requested.without}::integer[])
      and starts_on <= ${requested.endsOn}::date and ends_on >= ${requested.startsOn}::date
      and from_minute < ${toMinute} and to_minute > ${fromMinute}
    order by starts_on limit 1`.execute(db);
  const [other] = rows;
  if (!other) return undefined;
  const who = isSelf ? 'You already have' : `${name} already has`;
  return {
    field: 'startsOn',
    isConflict: true,
    text: `${who} time off ${spanText(other.startsOn, other.endsOn)}.`,
  };
}

interface BalanceQuestion {
  kindId: number;
  startsOn: CalendarDate;
  /** Requests that do not count: itself, and what it takes the place of. */
  without: readonly number[];
  /** Whether pending requests count as if they were approved. */
  countsPending?: boolean;
}

/** The balance before and after these days are taken, over all time off that is known. */
export async function assessBalance(
  db: TimeOffDb,
  userId: number,
  { kindId, startsOn, without, countsPending = true }: BalanceQuestion,
  days: readonly CountedDay[],
  today: string,
) {
  const { rows: known } = await sql<CountedDay & { isPending: boolean }>`
    select d.day::text as day, d.minutes, r.state = 'pending' as "isPending"
    from time_off_requests r join time_off_days d on d.request_id = r.id
    where r.user_id = ${userId} and r.kind_id = ${kindId} and r.state in ('pending', 'approved')
      and r.id <> all(${without}::integer[]) order by d.day`.execute(db);
  const pending = countsPending ? known.filter(({ isPending }) => isPending) : [];
  const until = [...days, ...known].map(({ day }) => day).reduce(later, startsOn);
  const accounts = await loadAccounts(db, [userId], { today, until });
  const account = accounts.of(userId, kindId);
  if (!account) throw notFound();
  const { hiredOn } = account.worker.employee;
  const wait = account.rule?.usableAfterDays ?? 0;
  return {
    available: account.at(startsOn, { days: pending, withoutRequests: without }).balance,
    remaining: account.at(until, {
      days: [...pending, ...days],
      withoutRequests: without,
      watchFrom: startsOn,
    }).lowest,
    usableFrom: hiredOn !== null && wait > 0 ? dateOf(dayOf(hiredOn) + wait) : null,
  };
}

export const shortText = ({ name }: Pick<Kind, 'name'>, remaining: number): string =>
  `${name} is ${hoursText(-remaining)} short of this.`;
