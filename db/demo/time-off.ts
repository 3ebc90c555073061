import { addDays, weekdayOf, weekStartOf } from '../../src/platform/contract/wallTime.ts';
import { demoPeople } from './people.ts';
import { stream } from './random.ts';
import { uuidv4 } from './uuid.ts';

const hour = 60;
/** The workshop is open on Saturdays. */
const withSaturday = [0, 0, 480, 480, 480, 480, 480] as const;

interface Leave {
  username: string;
  kind: string;
  /** The Monday this many weeks from now, or from today. */
  week?: number;
  /** Days after that Monday, or after today. */
  from: number;
  to: number;
  portion?: 'full' | 'morning' | 'afternoon' | 'hours';
  fromMinute?: number;
  minutes?: number;
  reason?: string;
  state?: 'pending' | 'approved' | 'declined' | 'canceled';
  decider: string;
  decisionReason?: string;
}

/** What was taken, is planned, and waits for a decision. Only one person is away today: others are to be met. */
const leaves: readonly Leave[] = [
  { username: 'ruth.amsel', kind: 'Vacation', from: -3, to: 4, decider: 'grace.oyelaran' },
  { username: 'employee', kind: 'Vacation', week: -24, from: 0, to: 4, decider: 'manager' },
  {
    username: 'employee',
    kind: 'Personal',
    week: -17,
    from: 2,
    to: 2,
    portion: 'afternoon',
    decider: 'manager',
  },
  {
    username: 'employee',
    kind: 'Vacation',
    week: 4,
    from: 0,
    to: 2,
    state: 'pending',
    reason: 'Visiting family',
    decider: 'manager',
  },
  {
    username: 'tyler.boone',
    kind: 'Vacation',
    week: 4,
    from: 1,
    to: 4,
    state: 'pending',
    decider: 'manager',
  },
  { username: 'tyler.boone', kind: 'Sick', week: -20, from: 3, to: 3, decider: 'manager' },
  { username: 'priya.raman', kind: 'Vacation', week: 5, from: 0, to: 4, decider: 'manager' },
  { username: 'manager', kind: 'Vacation', week: -9, from: 0, to: 4, decider: 'gm' },
  {
    username: 'manager',
    kind: 'Personal',
    week: 3,
    from: 4,
    to: 4,
    state: 'pending',
    decider: 'gm',
  },
  { username: 'walt.jankowski', kind: 'Vacation', week: -5, from: 0, to: 4, decider: 'gm' },
  { username: 'walt.jankowski', kind: 'Jury duty', week: 2, from: 1, to: 2, decider: 'gm' },
  {
    username: 'maria.lopez',
    kind: 'Sick',
    week: -19,
    from: 0,
    to: 1,
    reason: 'Flu',
    decider: 'walt.jankowski',
  },
  {
    username: 'maria.lopez',
    kind: 'Vacation',
    week: 6,
    from: 0,
    to: 4,
    state: 'pending',
    decider: 'walt.jankowski',
  },
  {
    username: 'deshawn.pruitt',
    kind: 'Vacation',
    week: 2,
    from: 1,
    to: 3,
    decider: 'walt.jankowski',
  },
  {
    username: 'mateo.rivas',
    kind: 'Personal',
    week: 2,
    from: 2,
    to: 2,
    portion: 'hours',
    fromMinute: 540,
    minutes: 180,
    reason: 'Dentist',
    decider: 'walt.jankowski',
  },
  { username: 'lorraine.fitch', kind: 'Vacation', week: 3, from: 0, to: 4, decider: 'gm' },
  { username: 'gregory.stahl', kind: 'Bereavement', week: -6, from: 2, to: 4, decider: 'gm' },
  {
    username: 'hannah.schultz',
    kind: 'Personal',
    week: 2,
    from: 0,
    to: 0,
    portion: 'morning',
    decider: 'kevin.matsuda',
  },
  {
    username: 'omar.benali',
    kind: 'Vacation',
    week: 4,
    from: 0,
    to: 4,
    state: 'pending',
    decider: 'kevin.matsuda',
  },
  {
    username: 'omar.benali',
    kind: 'Vacation',
    week: -2,
    from: 4,
    to: 4,
    state: 'declined',
    decisionReason: 'Two of the team are away that day',
    decider: 'kevin.matsuda',
  },
  { username: 'aisha.coleman', kind: 'Vacation', week: 3, from: 2, to: 4, decider: 'curtis.yoder' },
  {
    username: 'linda.tran',
    kind: 'Vacation',
    week: 7,
    from: 0,
    to: 4,
    state: 'pending',
    decider: 'grace.oyelaran',
  },
  {
    username: 'fatima.haidari',
    kind: 'Vacation',
    week: 3,
    from: 0,
    to: 1,
    decider: 'simone.archer',
  },
  {
    username: 'trevor.mills',
    kind: 'Unpaid',
    week: 4,
    from: 4,
    to: 4,
    state: 'pending',
    decider: 'renee.dubois',
  },
  {
    username: 'renee.dubois',
    kind: 'Vacation',
    week: -8,
    from: 0,
    to: 3,
    decider: 'dale.hutchins',
  },
  { username: 'denise.abernathy', kind: 'Vacation', week: 5, from: 0, to: 4, decider: 'executive' },
  {
    username: 'chloe.baptiste',
    kind: 'Personal',
    week: 3,
    from: 3,
    to: 3,
    decider: 'samir.haddad',
  },
];

/** Rules, holidays and time off of the demo group, all relative to `today`. */
export function demoTimeOff(today: string) {
  const year = Number(today.slice(0, 4));
  const yearStart = `${year}-01-01`;
  const monday = weekStartOf(today, 1);
  const noon = (day: string) => new Date(`${day}T17:00:00Z`);
  const lastNight = noon(addDays(today, -1));
  return {
    yearStart,
    rules: rules(yearStart),
    holidays: [year, year + 1].flatMap(holidaysOf),
    blackouts: [
      {
        name: 'Month-end close',
        starts_on: yearStart,
        ends_on: null,
        last_days: 2,
        store: null,
        department: 'sales' as const,
        refuses: false,
      },
      {
        name: 'Year-end sale',
        starts_on: `${year}-12-28`,
        ends_on: `${year}-12-31`,
        last_days: null,
        store: null,
        department: 'sales' as const,
        refuses: true,
      },
    ],
    patterns: ['deshawn.pruitt', 'mateo.rivas', 'viktor.dragan', 'luis.quintero'].map(
      (username) => ({ username, minutes: withSaturday }),
    ),
    openings: demoPeople()
      .filter(({ pending, protection }) => !pending && protection !== 'system_bot')
      .map(({ key }) => ({
        username: key,
        minutes: stream('time-off', key).int(2, 10) * 4 * hour,
      })),
    requests: leaves.map((leave, at) => {
      const { week, from, to, state = 'approved', portion = 'full', ...rest } = leave;
      const base = week === undefined ? today : addDays(monday, 7 * week);
      const startsOn = addDays(base, from);
      // Asked for three weeks before, or lately.
      const asked = noon(addDays(startsOn, -21));
      const requestedAt = new Date(Math.min(asked.getTime(), lastNight.getTime()));
      return {
        reason: '',
        decisionReason: '',
        ...rest,
        state,
        portion,
        startsOn,
        endsOn: addDays(base, to),
        requestedAt,
        decidedAt: new Date(requestedAt.getTime() + 3 * 3_600_000),
        clientId: uuidv4(stream('time-off-request', at)),
      };
    }),
  };
}

function rules(yearStart: string) {
  const always = {
    store: null,
    department: null,
    effective_on: yearStart,
    ends_on: null,
    period: null,
    period_anchor: null,
    year_month: 1,
    year_day: 1,
    worked_minutes: null,
    waiting_days: 0,
    usable_after_days: 0,
    cap_minutes: null,
    carry_over_minutes: null,
    carry_over_months: null,
    prorates: true,
  };
  return [
    {
      ...always,
      kind: 'Vacation',
      method: 'period' as const,
      period: 'semimonthly' as const,
      steps: [
        { afterYears: 0, minutes: 80 * hour },
        { afterYears: 5, minutes: 120 * hour },
        { afterYears: 10, minutes: 160 * hour },
      ],
      usable_after_days: 90,
      cap_minutes: 240 * hour,
      carry_over_minutes: 80 * hour,
      carry_over_months: 6,
    },
    {
      ...always,
      kind: 'Sick',
      method: 'yearly' as const,
      steps: [{ afterYears: 0, minutes: 40 * hour }],
      carry_over_minutes: 40 * hour,
      cap_minutes: 80 * hour,
    },
    {
      ...always,
      kind: 'Sick',
      department: 'service' as const,
      method: 'hours_worked' as const,
      steps: [{ afterYears: 0, minutes: hour }],
      worked_minutes: 30 * hour,
      usable_after_days: 90,
      cap_minutes: 80 * hour,
    },
    {
      ...always,
      kind: 'Personal',
      method: 'yearly' as const,
      steps: [{ afterYears: 0, minutes: 24 * hour }],
      carry_over_minutes: 0,
    },
  ];
}

/** The nth weekday of a month; from the end with -1. */
function nth(year: number, month: number, weekday: number, place: number): string {
  const two = String(month).padStart(2, '0');
  const first = `${year}-${two}-01`;
  const begin = addDays(first, (weekday - weekdayOf(first) + 7) % 7);
  if (place > 0) return addDays(begin, 7 * (place - 1));
  const last = addDays(begin, 28);
  return last.slice(5, 7) === two ? last : addDays(begin, 21);
}

const holidaysOf = (year: number) => [
  { day: `${year}-01-01`, name: 'New Year’s Day' },
  { day: nth(year, 5, 1, -1), name: 'Memorial Day' },
  { day: `${year}-07-04`, name: 'Independence Day' },
  { day: nth(year, 9, 1, 1), name: 'Labor Day' },
  { day: nth(year, 11, 4, 4), name: 'Thanksgiving' },
  { day: `${year}-12-25`, name: 'Christmas Day' },
];
