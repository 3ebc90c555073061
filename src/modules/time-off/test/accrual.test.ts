import { describe, expect, test } from 'vitest';
import { dateOf, dayOf, yearsOfService } from '../server/accrual/calendar.ts';
import type { AccrualRule } from '../server/accrual/rule.ts';
import { type AccrualInput, simulate } from '../server/accrual/simulate.ts';
import { countDays } from '../server/counting/count.ts';

const h = 60;
let lastId = 0;

/** 80 hours a year from January 1, for everyone, unless the test says otherwise. */
function rule(overrides: Partial<Omit<AccrualRule, 'from'>> & { from?: string } = {}): AccrualRule {
  lastId += 1;
  const { from = '2020-01-01', ...others } = overrides;
  return {
    id: lastId,
    store: null,
    department: null,
    from: dayOf(from),
    to: null,
    method: 'yearly',
    steps: [{ afterYears: 0, minutes: 80 * h }],
    period: null,
    anchor: 0,
    yearStart: { month: 1, day: 1 },
    workedMinutes: 1,
    waitingDays: 0,
    usableAfterDays: 0,
    capMinutes: null,
    carryOverMinutes: null,
    carryOverMonths: null,
    prorates: true,
    ...others,
  };
}

const monthly = (overrides: Parameters<typeof rule>[0] = {}) =>
  rule({ method: 'period', period: 'monthly', ...overrides });

interface Case {
  rules: AccrualRule[];
  hiredOn?: string;
  leftOn?: string;
  /** Minutes by day; negative: used. */
  changes?: Record<string, number>;
  worked?: Record<string, number>;
  opening?: { after: string; minutes: number };
  until: string;
}

function input({
  rules,
  hiredOn = '2025-01-01',
  leftOn,
  changes = {},
  worked = {},
  opening,
}: Case) {
  return {
    rules,
    hiredOn: dayOf(hiredOn),
    leftOn: leftOn === undefined ? null : dayOf(leftOn),
    places: [{ from: 0, store: 'ford', department: 'sales' }],
    opening: opening ? { after: dayOf(opening.after), minutes: opening.minutes } : null,
    changes: Object.entries(changes).map(([day, minutes]) => ({ day: dayOf(day), minutes })),
    workedOn: new Map(Object.entries(worked).map(([day, minutes]) => [dayOf(day), minutes])),
    weekStartsOn: 0,
  } satisfies AccrualInput;
}

const run = (one: Case) => simulate(input(one), dayOf(one.until));
const posted = (one: Case) =>
  run(one).entries.map(({ day, type, minutes }) => [dateOf(day), type, minutes]);

describe('a balance that accrues', () => {
  test('1. monthly: a twelfth of the year at the end of each month', () => {
    // 80 h a year are 6 h 40 min a month.
    expect(posted({ rules: [monthly()], until: '2025-03-30' })).toEqual([
      ['2025-01-31', 'accrual', 400],
      ['2025-02-28', 'accrual', 400],
    ]);
    expect(run({ rules: [monthly()], until: '2025-12-31' }).balance).toBe(80 * h);
  });

  test('2. hired in the middle of a month: the days employed, of the days of the month', () => {
    // March 16 to 31 are 16 of 31 days: 400 × 16 / 31 = 206.45; the rest counts in April: 406.45.
    const one = { rules: [monthly()], hiredOn: '2025-03-16', until: '2025-04-30' };
    expect(posted(one)).toEqual([
      ['2025-03-31', 'accrual', 206],
      ['2025-04-30', 'accrual', 400],
    ]);
    const inFull = { ...one, rules: [monthly({ prorates: false })] };
    expect(posted(inFull).map(([, , minutes]) => minutes)).toEqual([400, 400]);
  });

  test('3. a leap day: granted by days of the year, and anniversaries of February 29 on the 28th', () => {
    // Hired July 1 in a leap year: 184 of 366 days, 4800 × 184 / 366 = 2413.1.
    const leap = { rules: [rule()], hiredOn: '2024-07-01', until: '2024-12-31' };
    expect(posted(leap)).toEqual([['2024-07-01', 'accrual', 2413]]);
    // In 2025 there are 184 of 365 days: 2419.7.
    const usual = { rules: [rule()], hiredOn: '2025-07-01', until: '2025-12-31' };
    expect(posted(usual)).toEqual([['2025-07-01', 'accrual', 2420]]);
    const hired = dayOf('2020-02-29');
    expect(yearsOfService(hired, dayOf('2025-02-27'))).toBe(4);
    expect(yearsOfService(hired, dayOf('2025-02-28'))).toBe(5);
    const onAnniversary = rule({ yearStart: null });
    expect(posted({ rules: [onAnniversary], hiredOn: '2024-02-29', until: '2025-03-01' })).toEqual([
      ['2024-02-29', 'accrual', 80 * h],
      ['2025-02-28', 'accrual', 80 * h],
    ]);
  });

  test('4. a cap: nothing accrues beyond it, and again once some was used', () => {
    const one = {
      rules: [monthly({ capMinutes: 1000 })],
      changes: { '2025-04-10': -5 * h },
      until: '2025-05-31',
    };
    // 400, 800, then 200 of 400; 300 are used in April, so 300 of 400 fit, then none.
    expect(posted(one).map(([, , minutes]) => minutes)).toEqual([400, 400, 200, 300, 0]);
    expect(run(one).balance).toBe(1000);
    expect(run(one).entries[2]?.note).toContain('3 h 20 min over the cap of 16 h 40 min');
  });

  test('5. carried over up to a limit, and gone if it is not used in time', () => {
    const one = {
      rules: [rule({ carryOverMinutes: 40 * h, carryOverMonths: 3 })],
      changes: { '2025-08-01': -16 * h, '2026-02-02': -8 * h },
      until: '2026-04-01',
    };
    // 80 − 16 = 64 h at the end of 2025: 24 h are lost, 40 h carried; 8 h of those are used, 32 h lost on April 1.
    expect(posted(one)).toEqual([
      ['2025-01-01', 'accrual', 80 * h],
      ['2026-01-01', 'expired', -24 * h],
      ['2026-01-01', 'carried_over', 0],
      ['2026-01-01', 'accrual', 80 * h],
      ['2026-04-01', 'expired', -32 * h],
    ]);
    expect(run(one).entries[2]?.carriedMinutes).toBe(40 * h);
    expect(run(one).balance).toBe(80 * h);
    expect(run({ ...one, until: '2026-03-31' }).balance).toBe(112 * h);
  });

  test('6. by years of service: more from the fifth anniversary on, to the day', () => {
    const steps = [
      { afterYears: 0, minutes: 80 * h },
      { afterYears: 5, minutes: 120 * h },
    ];
    // Five years on April 16, 2025: 15 days at 400 a month and 15 days at 600 are 200 + 300.
    const one = {
      rules: [monthly({ steps, from: '2025-03-01' })],
      hiredOn: '2020-04-16',
      until: '2025-05-31',
    };
    expect(posted(one)).toEqual([
      ['2025-03-31', 'accrual', 400],
      ['2025-04-30', 'accrual', 500],
      ['2025-05-31', 'accrual', 600],
    ]);
  });

  test('7. per hours worked: by the week, and the rest counts in the next one', () => {
    const rules = [
      rule({
        method: 'hours_worked',
        steps: [{ afterYears: 0, minutes: 60 }],
        workedMinutes: 30 * h,
      }),
    ];
    const worked = {
      // Monday to Saturday: 47 h, so 94 minutes.
      '2025-06-02': 8 * h,
      '2025-06-03': 8 * h,
      '2025-06-04': 8 * h,
      '2025-06-05': 8 * h,
      '2025-06-06': 8 * h,
      '2025-06-07': 7 * h,
      // A Sunday belongs to the next week: 7 h 20 min and a half are 14.68 minutes.
      '2025-06-08': 440.5,
      // 5 h 15 min are 10.5; with .68 from before, 11.
      '2025-06-17': 315,
    };
    const one = { rules, worked, until: '2025-06-21' };
    expect(posted(one)).toEqual([
      ['2025-06-07', 'accrual', 94],
      ['2025-06-14', 'accrual', 14],
      ['2025-06-21', 'accrual', 11],
    ]);
    // In the middle of a week nothing is posted yet.
    expect(run({ ...one, until: '2025-06-13' }).balance).toBe(94);
  });

  test('8. a waiting period: accrual starts 90 days after the hire date', () => {
    // April 1: 275 of 365 days remain, 4800 × 275 / 365 = 3616.4.
    const yearly = {
      rules: [rule({ waitingDays: 90 })],
      hiredOn: '2025-01-01',
      until: '2026-01-01',
    };
    expect(posted(yearly)).toEqual([
      ['2025-04-01', 'accrual', 3616],
      ['2026-01-01', 'accrual', 80 * h],
    ]);
    const byMonth = { ...yearly, rules: [monthly({ waitingDays: 90 })], until: '2025-05-01' };
    expect(posted(byMonth)).toEqual([['2025-04-30', 'accrual', 400]]);
  });

  test('9. rehired: the balance was closed, and a new employment starts from nothing', () => {
    const left = { rules: [monthly()], leftOn: '2025-03-15', until: '2025-06-30' };
    // 15 of 31 days in March: 193.5.
    expect(posted(left)).toEqual([
      ['2025-01-31', 'accrual', 400],
      ['2025-02-28', 'accrual', 400],
      ['2025-03-15', 'accrual', 193],
      ['2025-03-16', 'expired', -993],
    ]);
    const again = {
      rules: [monthly()],
      hiredOn: '2025-09-01',
      opening: { after: '2025-03-16', minutes: 0 },
      changes: { '2025-02-10': -100 },
      until: '2025-10-31',
    };
    expect(posted(again)).toEqual([
      ['2025-09-30', 'accrual', 400],
      ['2025-10-31', 'accrual', 400],
    ]);
    expect(run(again).balance).toBe(800);
  });

  test('10. a rule that changes in the middle of a year, and in the middle of a month', () => {
    const from80 = monthly();
    const to120 = monthly({ from: '2025-07-16', steps: [{ afterYears: 0, minutes: 120 * h }] });
    const one = { rules: [from80, to120], until: '2025-08-31' };
    // July: 15 days at 400 / 31 and 16 days at 600 / 31 are 193.5 + 309.7.
    expect(posted(one).slice(-2)).toEqual([
      ['2025-07-31', 'accrual', 503],
      ['2025-08-31', 'accrual', 600],
    ]);
    // To a grant by the year: what was earned until then is posted, the grant comes with the next year.
    const toYearly = { rules: [from80, rule({ from: '2025-07-16' })], until: '2026-01-01' };
    expect(posted(toYearly).slice(-2)).toEqual([
      ['2025-07-16', 'accrual', 193],
      ['2026-01-01', 'accrual', 80 * h],
    ]);
  });

  test('11. the day the clocks change has as many working hours as any other', () => {
    const span = { startsOn: '2026-03-06', endsOn: '2026-03-10', portion: 'full' } as const;
    const sundays = [{ effectiveOn: '2026-01-01', minutes: [480, 480, 480, 480, 480, 480, 0] }];
    // March 8, 2026 is a Sunday of 23 hours.
    expect(countDays(span, sundays, new Set())).toEqual([
      { day: '2026-03-06', minutes: 480 },
      { day: '2026-03-08', minutes: 480 },
      { day: '2026-03-09', minutes: 480 },
      { day: '2026-03-10', minutes: 480 },
    ]);
    expect(countDays(span, [], new Set(['2026-03-09'])).map(({ day }) => day)).toEqual([
      '2026-03-06',
      '2026-03-10',
    ]);
  });

  test('12. half days: two of them are a day, also of an odd number of minutes', () => {
    const week = [{ effectiveOn: '2026-01-01', minutes: [0, 475, 480, 480, 480, 480, 0] }];
    const half = (portion: 'morning' | 'afternoon') =>
      countDays({ startsOn: '2026-06-01', endsOn: '2026-06-01', portion }, week, new Set());
    expect([half('morning'), half('afternoon')]).toEqual([
      [{ day: '2026-06-01', minutes: 238 }],
      [{ day: '2026-06-01', minutes: 237 }],
    ]);
    const hours = { startsOn: '2026-06-01', endsOn: '2026-06-01', portion: 'hours' } as const;
    // No one takes more than they would work.
    expect(countDays({ ...hours, minutes: 600 }, week, new Set())[0]?.minutes).toBe(475);
  });

  test('13. canceled after accrual: what the cap had cut off is given', () => {
    const rules = [monthly({ capMinutes: 1000 })];
    const until = '2025-04-30';
    const taken = run({ rules, changes: { '2025-03-10': -400 }, until });
    // 400, 800, −400 + 400, then 200 up to the cap.
    expect(taken.balance).toBe(1000);
    expect(taken.entries.map(({ minutes }) => minutes)).toEqual([400, 400, 400, 200]);
    const canceled = run({ rules, changes: { '2025-03-10': 0 }, until });
    expect(canceled.entries.map(({ minutes }) => minutes)).toEqual([400, 400, 200, 0]);
    expect(canceled.balance).toBe(1000);
  });

  test('14. every two weeks: 26 parts make the year to the minute', () => {
    const rules = [rule({ method: 'period', period: 'biweekly', anchor: dayOf('2025-01-05') })];
    const one = { rules, hiredOn: '2025-01-05', until: '2026-01-03' };
    // 4800 / 26 = 184.6: 184 or 185 at a time.
    const minutes = posted(one).map(([, , each]) => each);
    expect(minutes).toHaveLength(26);
    expect(minutes.slice(0, 3)).toEqual([184, 185, 184]);
    expect(run(one).balance).toBe(80 * h);
  });

  test('15. twice a month: on the 15th and on the last day, half each', () => {
    const rules = [rule({ method: 'period', period: 'semimonthly' })];
    expect(posted({ rules, until: '2025-02-28' })).toEqual([
      ['2025-01-15', 'accrual', 200],
      ['2025-01-31', 'accrual', 200],
      ['2025-02-15', 'accrual', 200],
      ['2025-02-28', 'accrual', 200],
    ]);
  });

  test('16. the rule of the store before that of the department before that of everyone', () => {
    const steps = (hours: number) => [{ afterYears: 0, minutes: hours * h }];
    const all = rule({ steps: steps(80) });
    const sales = rule({ department: 'sales', steps: steps(96), from: '2025-06-01' });
    const ford = rule({ store: 'ford', steps: steps(100) });
    const other = rule({ store: 'hyundai', steps: steps(999) });
    const granted = (rules: AccrualRule[]) =>
      run({ rules, until: '2025-01-01' }).entries.map(({ minutes }) => minutes / h);
    expect(granted([all, sales, other])).toEqual([80]);
    expect(granted([all, ford, sales, other])).toEqual([100]);
    expect(granted([other])).toEqual([]);
    const none = rule({ store: 'ford', method: 'none', from: '2024-01-01' });
    expect(granted([all, ford, { ...none, from: ford.from + 1 }])).toEqual([]);
  });

  test('17. a rule that ended, and someone without a hire date, accrue nothing', () => {
    const ended = monthly();
    ended.to = dayOf('2025-02-14');
    // 14 of 28 days in February.
    expect(posted({ rules: [ended], until: '2025-06-30' })).toEqual([
      ['2025-01-31', 'accrual', 400],
      ['2025-02-15', 'accrual', 200],
    ]);
    const unknown = { ...input({ rules: [rule()], until: '2025-06-30' }), hiredOn: null };
    expect(simulate(unknown, dayOf('2026-06-30')).entries).toEqual([]);
  });
});

/** Small and repeatable: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('whatever the rules are', () => {
  test('the entries and changes up to a day add up to the balance of that day, and keys are unique', () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const random = createRandom(seed);
      const pick = <T>(values: readonly T[]): T =>
        values[Math.floor(random() * values.length)] as T;
      const someDay = (from: string, days: number) =>
        dateOf(dayOf(from) + Math.floor(random() * days));
      const rules = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
        const method = pick(['none', 'yearly', 'period', 'hours_worked'] as const);
        const period =
          method === 'period'
            ? pick(['weekly', 'biweekly', 'semimonthly', 'monthly'] as const)
            : null;
        return rule({
          method,
          period,
          from: someDay('2023-01-01', 900),
          store: pick([null, 'ford', 'hyundai']),
          steps: [
            { afterYears: 0, minutes: Math.floor(random() * 6000) },
            { afterYears: 1 + Math.floor(random() * 3), minutes: Math.floor(random() * 9000) },
          ],
          workedMinutes: 1800,
          yearStart: pick([null, { month: 1, day: 1 }, { month: 7, day: 1 }]),
          waitingDays: pick([0, 30, 90]),
          capMinutes: pick([null, 1200, 6000]),
          carryOverMinutes: pick([null, 0, 2400]),
          carryOverMonths: pick([null, null, 3]),
          prorates: random() < 0.5,
        });
      });
      const changes = Object.fromEntries(
        Array.from({ length: 12 }, () => [
          someDay('2023-02-01', 1100),
          Math.floor(random() * 900) - 700,
        ]),
      );
      const worked = Object.fromEntries(
        Array.from({ length: 200 }, () => [someDay('2023-01-01', 1200), random() * 600]),
      );
      const leftOn = random() < 0.3 ? someDay('2025-01-01', 300) : undefined;
      const one: Case = {
        rules,
        hiredOn: someDay('2022-06-01', 700),
        ...(leftOn && { leftOn }),
        changes,
        worked,
        until: '2026-06-30',
      };
      const whole = simulate(input(one), dayOf('2026-06-30'));
      expect(new Set(whole.entries.map(({ key }) => key)).size).toBe(whole.entries.length);
      for (const until of [someDay('2023-01-01', 1200), someDay('2024-01-01', 800), '2026-06-30']) {
        const part = simulate(input(one), dayOf(until));
        // What is known about a day does not depend on how far one looks beyond it.
        expect(part.entries).toEqual(whole.entries.filter(({ day }) => day <= dayOf(until)));
        const entries = part.entries.reduce((sum, { minutes }) => sum + minutes, 0);
        const changed = Object.entries(changes)
          .filter(([day]) => day <= until)
          .reduce((sum, [, minutes]) => sum + minutes, 0);
        expect(part.balance).toBe(entries + changed);
      }
    }
  });

  test('the lowest balance from a day on is what a request has to leave', () => {
    const rules = [rule()];
    const one = input({ rules, changes: { '2025-11-03': -40 * h }, until: '2025-12-31' });
    const asked = { day: dayOf('2025-06-02'), minutes: -48 * h };
    const result = simulate(
      { ...one, changes: [...one.changes, asked] },
      dayOf('2025-12-31'),
      dayOf('2025-06-02'),
    );
    // 80 − 48 is enough in June, but not for what is planned in November.
    expect(result.lowest).toBe(-8 * h);
  });
});
