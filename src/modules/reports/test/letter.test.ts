import { describe, expect, test } from 'vitest';
import type { Morning } from '../server/brief/read.ts';
import { briefOf } from '../server/brief/words.ts';
import { changeOf, spanWords, timingWords, wordsOf } from '../server/mailing/words.ts';

test('figures are said in their unit', () => {
  expect([
    wordsOf(1_234, 'count'),
    wordsOf(12.5, 'count'),
    wordsOf(1_234_567, 'cents'),
    wordsOf(-50_000, 'cents'),
    wordsOf(0.4234, 'share'),
    wordsOf(2.345, 'ratio'),
    wordsOf(12.34, 'hours'),
    wordsOf(5, 'days'),
    wordsOf(80, 'minutes'),
    wordsOf(59.6, 'minutes'),
    wordsOf(12, 'minutes'),
    wordsOf(null, 'cents'),
  ]).toEqual([
    ...['1,234', '12.5', '$12,346', '−$500', '42.3%', '2.35', '12.3 h', '5.0 days'],
    ...['1 h 20 min', '1 h', '12 min', '–'],
  ]);
});

test('changes are said in percent, and of shares in points', () => {
  expect([
    changeOf(112, 100, 'count'),
    changeOf(97, 100, 'cents'),
    changeOf(5, 0, 'count'),
    changeOf(0, 0, 'count'),
    changeOf(-50, -100, 'cents'),
    changeOf(0.444, 0.423, 'share'),
    changeOf(0.4, 0.4, 'share'),
    changeOf(null, 3, 'days'),
    changeOf(3, null, 'days'),
  ]).toEqual(['+12%', '−3%', 'was 0', 'no change', '+50%', '+2.1 points', 'no change', '', '']);
});

test('days and times are said as people say them', () => {
  expect([
    spanWords({ from: '2026-11-22', to: '2026-11-22' }),
    spanWords({ from: '2026-11-01', to: '2026-11-22' }),
    spanWords({ from: '2026-01-03', to: '2026-11-22' }),
    spanWords({ from: '2025-12-01', to: '2026-11-30' }),
    timingWords({ every: 'day', hour: 0 }),
    timingWords({ every: 'week', weekday: 1, hour: 7 }),
    timingWords({ every: 'month', day: 31, hour: 12 }),
  ]).toEqual([
    'Nov 22, 2026',
    'Nov 1 – 22, 2026',
    'Jan 3 – Nov 22, 2026',
    'Dec 1, 2025 – Nov 30, 2026',
    'every day at 12:00 AM',
    'every Monday at 7:00 AM',
    'on day 31 of every month at 12:00 PM',
  ]);
});

describe('a brief', () => {
  const nothing: Morning = {
    ...{ delivered: 0, closed: 0, units: 0, sales: [], service: [], toDeliver: 0, leads: 0 },
    ...{ lateLeads: 0, requests: 0, overdue: 0, lateOrders: 0, slowCars: 0, reach60: 0 },
    ...{ reach90: 0, lateOutings: 0 },
  };
  const when = {
    ...{ timezone: 'America/Chicago', today: '2026-03-09', since: '2026-03-07' },
    now: new Date('2026-03-09T13:30:00Z'),
  };
  const write = (morning: Partial<Morning>, goal: { target?: number; pace?: number } = {}) =>
    briefOf({
      ...{ store: 'ford', when, publicUrl: 'https://house.example' },
      morning: { ...nothing, ...morning },
      ...{ target: goal.target ?? null, pace: goal.pace ?? null },
    }).split('\n');

  test('says so when nothing waits', () => {
    expect(write({})).toEqual([
      '**Ford this morning** · Monday, Mar 9',
      '',
      '- Nothing is waiting: a quiet morning.',
    ]);
  });

  test('tells what happened since the store was open last, and how the month goes', () => {
    expect(
      write({ delivered: 1, closed: 12, units: 9 }, { target: 60, pace: 58 }).slice(2),
    ).toEqual([
      '- Since Saturday: 1 car delivered, 12 repair orders closed',
      '- This month: 9 cars delivered, target 60, on pace for 58',
      '- Nothing is waiting: a quiet morning.',
    ]);
    expect(write({ units: 9 })[2]).toBe('- This month: 9 cars delivered');
    expect(write({}, { target: 60 })[2]).toBe('- This month: 0 cars delivered, target 60');
  });

  test('tells what waits, a line each, with where it stands', () => {
    const at = (time: string) => new Date(`2026-03-09T${time}:00Z`);
    const lines = write({
      sales: [at('14:00'), at('15:30'), at('18:00'), at('20:00')],
      service: [at('13:15')],
      ...{ toDeliver: 2, leads: 3, lateLeads: 1, requests: 1, lateOrders: 4, slowCars: 1 },
      ...{ reach60: 2, reach90: 1, lateOutings: 1 },
    });
    expect(lines.slice(2)).toEqual([
      '- 4 sales appointments today: 9:00 AM, 10:30 AM, 1:00 PM, …',
      '- 1 service appointment today: 8:15 AM',
      '- [2 cars to deliver](https://house.example/customers/deals?store=ford)',
      '- [3 leads nobody has answered](https://house.example/customers/leads?view=list&status=new&store=ford), 1 of them late',
      '- [1 open request](https://house.example/requests)',
      '- [4 repair orders past the promised time](https://house.example/customers/repair-orders?scope=late&store=ford)',
      '- [1 car over the time of their stage in reconditioning](https://house.example/fleet?view=recon&store=ford)',
      '- [2 cars reach 60, 1 car reaches 90 days in stock within a week](https://house.example/fleet?store=ford)',
      '- [1 car out and overdue](https://house.example/fleet?view=out)',
    ]);
  });
});
