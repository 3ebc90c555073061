import { type Department, type Store, stores } from '../../src/platform/contract/access.ts';
import { addDays, dateAt, instantOf, weekdayOf } from '../../src/platform/contract/wallTime.ts';
import { type DemoPerson, demoPeople } from './people.ts';
import { type Random, stream } from './random.ts';
import { uuidv7 } from './uuid.ts';

export interface DemoPunch {
  person: string;
  kind: 'clock_in' | 'clock_out' | 'break_start' | 'break_end';
  at: Date;
  clientId: string;
  device: string;
  /** Of a clock-in. */
  store?: Store;
}

export interface DemoRequest extends Omit<DemoPunch, 'device'> {
  reason: string;
}

export interface DemoHours {
  punches: DemoPunch[];
  requests: DemoRequest[];
}

/** Days of the week (0 is Sunday) and minutes of the day a department works, lunch included. */
const rosters: Record<Department, { days: number[]; from: number; until: number }> = {
  service: { days: [1, 2, 3, 4, 5], from: 450, until: 990 },
  parts: { days: [1, 2, 3, 4, 5, 6], from: 465, until: 960 },
  sales: { days: [1, 2, 4, 5, 6], from: 540, until: 1_125 },
  back_office: { days: [1, 2, 3, 4, 5], from: 480, until: 1_020 },
  finance: { days: [1, 2, 3, 4, 5, 6], from: 570, until: 1_110 },
  hr: { days: [1, 2, 3, 4, 5], from: 480, until: 1_020 },
  it: { days: [1, 2, 3, 4, 5], from: 510, until: 1_050 },
};

/** When and where someone works on a day, lunch included; null: not at all. Minutes of the local day. */
export function demoWorkday(
  { department, storeAccess }: Pick<DemoPerson, 'department' | 'storeAccess'>,
  date: string,
): { store: Store; from: number; until: number } | null {
  const { days, from, until } = rosters[department];
  const store = storeOn(storeAccess, date);
  return days.includes(weekdayOf(date)) && store ? { store, from, until } : null;
}

/** Someone of several stores works at another one each day. */
function storeOn(storeAccess: DemoPerson['storeAccess'], date: string): Store | undefined {
  const own = stores.filter((store) =>
    storeAccess.some((granted) => granted === 'all' || granted === store),
  );
  return own[Math.floor(Date.parse(date) / 86_400_000) % own.length];
}

const weeks = 3;
/** Asked to have the end of a day before his week off put in. */
const asks = 'employee';
const weekOffDays = 9;
/** Went home the day before yesterday without a punch. */
const forgets = 'deshawn.pruitt';

/** Three weeks of the people paid by the hour, up to `asOf`, by the clocks of `timezone`. */
export function demoHours(asOf: Date, timezone: string): DemoHours {
  const today = dateAt(timezone, asOf.getTime());
  const hours: DemoHours = { punches: [], requests: [] };
  const hourly = demoPeople().filter(
    ({ role, isActive, pending, protection, status }) =>
      role === 'employee' && isActive && !pending && !protection && status !== 'on-vacation',
  );
  for (const person of hourly) addPerson(hours, person, { asOf, today, timezone });
  return hours;
}

interface Now {
  asOf: Date;
  today: string;
  timezone: string;
}

function addPerson(hours: DemoHours, person: DemoPerson, { asOf, today, timezone }: Now): void {
  const { days } = rosters[person.department];
  const last = person.key === asks ? addDays(today, -weekOffDays) : today;
  const dates = Array.from({ length: weeks * 7 }, (_, back) => addDays(today, -back)).filter(
    (date) => days.includes(weekdayOf(date)) && date <= last,
  );
  const open = person.key === asks ? dates[1] : person.key === forgets ? dates[2] : undefined;
  for (const date of dates.toReversed()) {
    const random = stream('hours', `${person.key}/${date}`);
    const at = (minute: number) =>
      new Date(instantOf(timezone, `${date}T00:00`) + minute * 60_000 + random.int(0, 59_999));
    const punches = shift(person, random, { date, at }).filter((punch) => punch.at <= asOf);
    const end = punches.at(-1);
    if (date === open && end?.kind === 'clock_out') {
      punches.pop();
      if (person.key === asks) {
        const { device: _, ...missing } = end;
        hours.requests.push({ ...missing, reason: 'I helped a customer in the lot and forgot.' });
      }
    }
    hours.punches.push(...punches);
  }
}

function shift(
  person: DemoPerson,
  random: Random,
  { date, at }: { date: string; at: (minute: number) => Date },
): DemoPunch[] {
  const { from, until } = rosters[person.department];
  const start = from + random.int(-9, 8);
  const lunch = start + random.int(225, 285);
  const device = random.pick(['Service desk', 'Showroom', 'Phone', 'Back office']);
  const store = storeOn(person.storeAccess, date);
  const punch = (kind: DemoPunch['kind'], minute: number): DemoPunch => {
    const when = at(minute);
    return { person: person.key, kind, at: when, clientId: uuidv7(when, random), device };
  };
  const rests = random.int(0, 3) === 0;
  // Now and then somebody works through.
  const eats = random.int(0, 15) > 0;
  const back = lunch + random.int(31, 58);
  return [
    { ...punch('clock_in', start), ...(store && { store }) },
    ...(eats ? [punch('break_start', lunch), punch('break_end', back)] : []),
    ...(rests ? [punch('break_start', back + 95), punch('break_end', back + 107)] : []),
    punch('clock_out', until + random.int(-12, 55)),
  ];
}
