import { describe, expect, test } from 'vitest';
import type { Description, Report, Row } from '../contract/report.ts';
import type { Morning } from '../server/brief/read.ts';
import { briefOf } from '../server/brief/words.ts';
import { describeTiming, formatSpan } from '../server/mailing/format.ts';
import { valuesOf } from '../server/mailing/letter.ts';

test('days and times are said as people say them', () => {
  expect([
    formatSpan({ from: '2026-11-22', to: '2026-11-22' }),
    formatSpan({ from: '2026-11-01', to: '2026-11-22' }),
    formatSpan({ from: '2026-01-03', to: '2026-11-22' }),
    formatSpan({ from: '2025-12-01', to: '2026-11-30' }),
    describeTiming({ every: 'day', hour: 0 }),
    describeTiming({ every: 'week', weekday: 1, hour: 7 }),
    describeTiming({ every: 'month', day: 31, hour: 12 }),
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

describe('the mail of a view', () => {
  const measure = (id: string, unit: Description['measures'][number]['unit']) => ({
    ...{ id, unit, label: id, formula: '', better: 'less' as const, isTarget: false },
  });
  const description: Description = {
    ...{ id: 'recon', title: 'Reconditioning', about: '', isSnapshot: false },
    measures: [measure('cars', 'count'), measure('steps', 'count'), measure('wait', 'minutes')],
    leading: ['cars', 'wait'],
    groupings: [
      { id: 'stage', label: 'Stage', choices: [{ key: 'body', label: 'Body' }] },
      { id: 'model', label: 'Model' },
    ],
  };
  const row = (label: string, figures: Row['figures']): Row => ({
    ...{ key: label, label, figures, previous: {}, yearBefore: {} },
  });
  const span = { from: '2026-03-01', to: '2026-03-20' };
  const write = (by: string, rows: Row[]) => {
    const figures = { cars: 118, steps: 240, wait: 4.25 };
    const previous = { cars: 105, steps: 240, wait: null };
    const report: Report = {
      ...{ id: 'recon', span, previous: span, yearBefore: span, by, rows, isCut: false },
      ...{ total: { figures, previous, yearBefore: {} }, months: [], narrowed: [], gaps: [] },
      ...{ goals: {}, asOf: '2026-03-20T12:00:00Z', timezone: 'America/Chicago' },
    };
    return valuesOf({
      ...{ description, report, firstName: 'Dana', reason: '', publicUrl: '' },
      view: { id: 1, name: 'View', question: { period: 'this_month', only: '' } },
    });
  };

  test('says figures and changes as the page does', () => {
    expect(write('model', []).figures).toEqual([
      { label: 'cars', value: '118', change: '(+12.4%)' },
      { label: 'wait', value: '4.3 min', change: '' },
    ]);
  });

  test('has the columns its rows can tell', () => {
    const told = write('stage', [row('Body', { cars: null, steps: 0, wait: 80 })]);
    expect([told.firstColumn, told.secondColumn, told.thirdColumn]).toEqual([
      'wait',
      'steps',
      'cars',
    ]);
    expect(told.rows).toMatchObject([
      { label: 'Body', first: '1 h 20 min', second: '0', third: '–' },
    ]);
  });

  test('has no line for what there was none of, unless that is news', () => {
    const none = { cars: 0, steps: 0, wait: null };
    const rows = [row('Soul', { cars: 2 }), row('Rio', none)];
    expect(write('model', rows).rows.map(({ label }) => label)).toEqual(['Soul']);
    expect(write('stage', [row('Body', none)]).rows.map(({ label }) => label)).toEqual(['Body']);
    expect(write('month', [row('2026-03', none)]).rows).toHaveLength(1);
  });
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
      '- [1 car over the time of its stage in reconditioning](https://house.example/fleet?view=recon&store=ford)',
      '- [2 cars reach 60, 1 car reaches 90 days in stock within a week](https://house.example/fleet?store=ford)',
      '- [1 car out and overdue](https://house.example/fleet?view=out)',
    ]);
  });

  test('of one thing it speaks as of one, and of all of them as of all', () => {
    const waiting = (morning: Partial<Morning>) =>
      write(morning)
        .slice(2)
        .map((line) => line.replace(/[[\]]|\(.*?\)/g, ''));
    expect(waiting({ leads: 1, lateLeads: 1, requests: 1, overdue: 1, slowCars: 2 })).toEqual([
      '- 1 lead nobody has answered, and it is late',
      '- 1 open request, and it is overdue',
      '- 2 cars over the time of their stage in reconditioning',
    ]);
    expect(waiting({ leads: 3, lateLeads: 3, requests: 1200, overdue: 1100 })).toEqual([
      '- 3 leads nobody has answered, all of them late',
      '- 1,200 open requests, 1,100 of them overdue',
    ]);
    expect(waiting({ toDeliver: 1, lateOrders: 1, reach60: 1, lateOutings: 1 })).toEqual([
      '- 1 car to deliver',
      '- 1 repair order past the promised time',
      '- 1 car reaches 60 days in stock within a week',
      '- 1 car out and overdue',
    ]);
  });
});
