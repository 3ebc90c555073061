import { sql } from 'kysely';
import { demoWorkday } from '../../../db/demo/hours.ts';
import { type DemoPerson, demoPeople } from '../../../db/demo/people.ts';
import type { Department, Store } from '../../platform/contract/access.ts';
import { addDays, dateAt, weekdayOf, weekStartOf } from '../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';
import { readPolicy } from '../time-clock/server/public.ts';
import { awayBetween } from '../time-off/server/public.ts';
import type { Exception, Opening, Target } from './contract/plan.ts';
import { isAwayDuring } from './server/rules/away.ts';
import { instantsOf } from './server/rules/times.ts';

type IdOf = (username: string) => number;

/** From last week on; the last week is still a draft. */
const weekCount = 4;
const publishedWeeks = 3;
const planner = 'manager';
/** On a week off until today, as their punches say. */
const returnsTomorrow = 'employee';
/** Days of the week of those who work other days than their department, from tomorrow on. */
const laterDays: Record<string, readonly number[]> = {
  employee: [2, 3, 5, 6],
  'omar.benali': [1, 3, 4, 5, 6],
};
/** The shift that is offered to everyone, and the one that waits for approval. */
const offers = [
  { owner: 'tyler.boone', weekday: 1, taker: null, note: 'My daughter’s school concert.' },
  { owner: 'hannah.schultz', weekday: 2, taker: 'omar.benali', note: 'Dentist in the morning.' },
] as const;

const opening = (opens: string, closes: string, saturday: Opening | null) => [
  null,
  ...Array.from({ length: 5 }, () => ({ opens, closes })),
  saturday,
];
const plans = {
  sales: {
    opening: opening('09:00', '19:00', { opens: '09:00', closes: '18:00' }),
    targets: [{ days: [6], from: '10:00', until: '16:00', people: 2 }],
  },
  service: {
    opening: opening('07:30', '16:30', null),
    targets: [{ days: [1, 2, 3, 4, 5], from: '08:00', until: '16:00', people: 2 }],
  },
  parts: { opening: opening('07:45', '16:00', null), targets: [] },
} satisfies Partial<Record<Department, { opening: (Opening | null)[]; targets: Target[] }>>;

interface DemoShift {
  userId: number;
  store: Store;
  department: Department;
  startsAt: string;
  endsAt: string;
  isPublished: boolean;
}

/**
 * Seeds published weeks around today for all stores, and drafts for the week after. Some hours lack people; one shift
 * is offered to everyone, and one swap waits for approval.
 */
export async function seedSchedules(tx: Db<AnyTables>, asOf: Date, idOf: IdOf): Promise<void> {
  const timezone = await getTimezone(tx);
  const { weekStartsOn } = await readPolicy(tx);
  const today = dateAt(timezone, asOf.getTime());
  const first = addDays(weekStartOf(today, weekStartsOn), -7);
  const holidays = holidaysOf(today);
  // No one punches in a demo that runs on, so everyone would be reported.
  await sql`update schedule_plans p set opening = d.opening, targets = d.targets,
      exceptions = ${JSON.stringify(holidays)}::jsonb, alerts_managers = false
    from jsonb_to_recordset(${JSON.stringify(
      Object.entries(plans).map(([department, plan]) => ({ department, ...plan })),
    )}::jsonb) as d (department text, opening jsonb, targets jsonb)
    where d.department = p.department`.execute(tx);
  const dates = Array.from({ length: weekCount * 7 }, (_, day) => addDays(first, day)).filter(
    (date) => date < today || !holidays.some((holiday) => holiday.date === date),
  );
  const people = demoPeople();
  const ids = people.map(({ key }) => idOf(key));
  const away = await awayBetween(tx, ids, first, addDays(first, weekCount * 7));
  const shifts = people.flatMap((person) =>
    dates.flatMap((date): DemoShift[] => {
      const work = workOn(person, date, today);
      if (!work) return [];
      const userId = idOf(person.key);
      const interval = instantsOf(timezone, { date, ...work });
      if (isAwayDuring(away.get(userId) ?? [], timezone, interval)) return [];
      return [
        {
          userId,
          store: work.store,
          department: person.department,
          startsAt: new Date(interval.start).toISOString(),
          endsAt: new Date(interval.end).toISOString(),
          isPublished: date < addDays(first, publishedWeeks * 7),
        },
      ];
    }),
  );
  await sql`with batch as (
      insert into shift_batches (kind, created_by, client_id, result, created_at)
      values ('add', ${idOf(planner)}, md5('demo schedule')::uuid,
        jsonb_build_object('added', ${shifts.length}::integer, 'skipped', '[]'::jsonb),
        ${asOf}::timestamptz - interval '12 days')
      returning id)
    insert into work_shifts (batch_id, store, department, user_id, starts_at, ends_at, break_minutes,
      role, note, published_at)
    select batch.id, s.store, s.department, s."userId", s."startsAt", s."endsAt", 60, '', '',
      case when s."isPublished" then ${asOf}::timestamptz - interval '12 days' end
    from batch cross join jsonb_to_recordset(${JSON.stringify(shifts)}::jsonb) as s ("userId" integer,
      store text, department text, "startsAt" timestamptz, "endsAt" timestamptz, "isPublished" boolean)`.execute(
    tx,
  );
  await seedOffers(tx, asOf, { idOf, week: addDays(first, 14), timezone });
}

const scheduled: readonly Department[] = ['sales', 'service', 'parts', 'finance'];
const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);

/** Employees as they punch; sales managers until closing, when they are there. */
function workOn(
  person: DemoPerson,
  date: string,
  today: string,
): { store: Store; start: string; end: string } | null {
  const { key, role, department, isActive, pending, protection, status } = person;
  const isScheduled =
    (role === 'employee' || role === 'manager') && scheduled.includes(department) && isActive;
  if (!isScheduled || pending || protection || status === 'on-vacation') return null;
  if (key === returnsTomorrow && date <= today) return null;
  // Sundays, and Saturdays of those who have worked the week.
  const weekday = weekdayOf(date);
  if (role === 'manager' && department === 'sales') {
    const [store] = person.storeAccess;
    const isIn = [1, 3, 4, 5].includes(weekday) && store !== undefined && store !== 'all';
    return isIn ? { store, start: '10:00', end: '19:00' } : null;
  }
  const days = date > today ? laterDays[key] : undefined;
  if (days && !days.includes(weekday)) return null;
  // Wednesday is a day off for all others of sales.
  const work = demoWorkday(person, days && weekday === 3 ? addDays(date, 1) : date);
  if (!work || (weekday === 6 && department !== 'sales')) return null;
  // They stay until the last customer has left, which no one plans.
  const end = department === 'sales' ? '18:00' : clock(work.until);
  return { store: work.store, start: clock(work.from), end };
}

function holidaysOf(today: string): Exception[] {
  const year = Number(today.slice(0, 4));
  return [
    { date: `${year}-12-25`, name: 'Christmas Day', opening: null },
    { date: `${year + 1}-01-01`, name: 'New Year’s Day', opening: null },
  ];
}

interface Around {
  idOf: IdOf;
  /** Next week. */
  week: string;
  timezone: string;
}

async function seedOffers(
  tx: Db<AnyTables>,
  asOf: Date,
  { idOf, week, timezone }: Around,
): Promise<void> {
  for (const { owner, weekday, taker, note } of offers) {
    const date = Array.from({ length: 7 }, (_, day) => addDays(week, day)).find(
      (day) => weekdayOf(day) === weekday,
    );
    await sql`insert into shift_offers (client_id, shift_id, created_by, created_at, note, state,
        taken_by, taken_at)
      select md5(${`demo offer of ${owner}`})::uuid, s.id, s.user_id, ${asOf}::timestamptz - interval '20 hours',
        ${note}, ${taker ? 'taken' : 'open'}, ${taker ? idOf(taker) : null}::integer,
        ${taker ? new Date(asOf.getTime() - 4 * 3_600_000) : null}::timestamptz
      from work_shifts s where s.user_id = ${idOf(owner)}
        and (s.starts_at at time zone ${timezone})::date = ${date}::date`.execute(tx);
  }
}
