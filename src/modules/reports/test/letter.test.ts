import { describe, expect, test } from 'vitest';
import type { Description, Report, Row } from '../contract/report.ts';
import type { Morning } from '../server/brief/read.ts';
import { briefOf } from '../server/brief/texts.ts';
import { describeTiming, formatSpan } from '../server/mailing/format.ts';
import { valuesOf } from '../server/mailing/letter.ts';

test('days and times are formatted', () => {
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

describe('the email of a view', () => {
  const measure = (id: string, unit: Description['measures'][number]['unit']) => ({
    id,
    unit,
    label: id,
    formula: '',
    better: 'less' as const,
    isTarget: false,
  });
  const description: Description = {
    id: 'recon',
    title: 'Reconditioning',
    about: '',
    isSnapshot: false,
    measures: [measure('cars', 'count'), measure('steps', 'count'), measure('wait', 'minutes')],
    leading: ['cars', 'wait'],
    groupings: [
      { id: 'stage', label: 'Stage', choices: [{ key: 'body', label: 'Body' }] },
      { id: 'model', label: 'Model' },
    ],
  };
  const row = (label: string, figures: Row['figures']): Row => ({
    key: label,
    label,
    figures,
    previous: {},
    yearBefore: {},
  });
  const span = { from: '2026-03-01', to: '2026-03-20' };
  const write = (by: string, rows: Row[]) => {
    const figures = { cars: 118, steps: 240, wait: 4.25 };
    const previous = { cars: 105, steps: 240, wait: null };
    const report: Report = {
      id: 'recon',
      span,
      previous: span,
      yearBefore: span,
      by,
      rows,
      isCut: false,
      total: { figures, previous, yearBefore: {} },
      months: [],
      narrowed: [],
      gaps: [],
      goals: {},
      asOf: '2026-03-20T12:00:00Z',
      timezone: 'America/Chicago',
    };
    return valuesOf({
      description,
      report,
      firstName: 'Dana',
      reason: '',
      publicUrl: '',
      view: { id: 1, name: 'View', question: { period: 'this_month', only: '' } },
    });
  };

  test('formats figures and changes like the page', () => {
    expect(write('model', []).figures).toEqual([
      { label: 'cars', value: '118', change: '(+12.4%)' },
      { label: 'wait', value: '4.3 min', change: '' },
    ]);
  });

  test('has columns its rows have figures for', () => {
    const values = write('stage', [row('Body', { cars: null, steps: 0, wait: 80 })]);
    expect([values.firstColumn, values.secondColumn, values.thirdColumn]).toEqual([
      'wait',
      'steps',
      'cars',
    ]);
    expect(values.rows).toMatchObject([
      { label: 'Body', first: '1 h 20 min', second: '0', third: '–' },
    ]);
  });

  test('leaves out empty rows except for fixed choices and months', () => {
    const none = { cars: 0, steps: 0, wait: null };
    const rows = [row('Soul', { cars: 2 }), row('Rio', none)];
    expect(write('model', rows).rows.map(({ label }) => label)).toEqual(['Soul']);
    expect(write('stage', [row('Body', none)]).rows.map(({ label }) => label)).toEqual(['Body']);
    expect(write('month', [row('2026-03', none)]).rows).toHaveLength(1);
  });
});

describe('a brief', () => {
  const nothing: Morning = {
    delivered: 0,
    closed: 0,
    units: 0,
    sales: [],
    service: [],
    toDeliver: 0,
    leads: 0,
    lateLeads: 0,
    requests: 0,
    overdue: 0,
    lateOrders: 0,
    slowVehicles: 0,
    reach60: 0,
    reach90: 0,
    lateOutings: 0,
  };
  const when = {
    timezone: 'America/Chicago',
    today: '2026-03-09',
    since: '2026-03-07',
    now: new Date('2026-03-09T13:30:00Z'),
  };
  const write = (morning: Partial<Morning>, goal: { target?: number; pace?: number } = {}) =>
    briefOf({
      store: 'ford',
      when,
      publicUrl: 'https://forecourt.example',
      morning: { ...nothing, ...morning },
      target: goal.target ?? null,
      pace: goal.pace ?? null,
    }).split('\n');

  test('says so when there are no open items', () => {
    expect(write({})).toEqual([
      '**Ford this morning** · Monday, Mar 9',
      '',
      '- No open items this morning.',
    ]);
  });

  test('lists results since the last open day and month to date', () => {
    expect(
      write({ delivered: 1, closed: 12, units: 9 }, { target: 60, pace: 58 }).slice(2),
    ).toEqual([
      '- Since Saturday: 1 vehicle delivered, 12 repair orders closed',
      '- This month: 9 vehicles delivered, target 60, on pace for 58',
      '- No open items this morning.',
    ]);
    expect(write({ units: 9 })[2]).toBe('- This month: 9 vehicles delivered');
    expect(write({}, { target: 60 })[2]).toBe('- This month: 0 vehicles delivered, target 60');
  });

  test('lists open items, one per line, with links', () => {
    const at = (time: string) => new Date(`2026-03-09T${time}:00Z`);
    const lines = write({
      sales: [at('14:00'), at('15:30'), at('18:00'), at('20:00')],
      service: [at('13:15')],
      toDeliver: 2,
      leads: 3,
      lateLeads: 1,
      requests: 1,
      lateOrders: 4,
      slowVehicles: 1,
      reach60: 2,
      reach90: 1,
      lateOutings: 1,
    });
    expect(lines.slice(2)).toEqual([
      '- 4 sales appointments today: 9:00 AM, 10:30 AM, 1:00 PM, …',
      '- 1 service appointment today: 8:15 AM',
      '- [2 vehicles to deliver](https://forecourt.example/customers/deals?store=ford)',
      '- [3 leads with no response](https://forecourt.example/customers/leads?view=list&clock=running&store=ford), 1 overdue',
      '- [1 open request](https://forecourt.example/requests)',
      '- [4 repair orders past the promised time](https://forecourt.example/customers/repair-orders?scope=late&store=ford)',
      '- [1 vehicle over its recon stage limit](https://forecourt.example/fleet?view=recon&store=ford)',
      '- [2 vehicles reach 60, 1 vehicle reaches 90 days in stock within a week](https://forecourt.example/fleet?store=ford)',
      '- [1 checked-out vehicle overdue](https://forecourt.example/fleet?view=out)',
    ]);
  });

  test('uses the singular, and says when all are overdue', () => {
    const openItems = (morning: Partial<Morning>) =>
      write(morning)
        .slice(2)
        .map((line) => line.replace(/[[\]]|\(.*?\)/g, ''));
    expect(openItems({ leads: 1, lateLeads: 1, requests: 1, overdue: 1, slowVehicles: 2 })).toEqual(
      [
        '- 1 lead with no response, overdue',
        '- 1 open request, overdue',
        '- 2 vehicles over their recon stage limit',
      ],
    );
    expect(openItems({ leads: 3, lateLeads: 3, requests: 1200, overdue: 1100 })).toEqual([
      '- 3 leads with no response, all overdue',
      '- 1,200 open requests, 1,100 overdue',
    ]);
    expect(openItems({ toDeliver: 1, lateOrders: 1, reach60: 1, lateOutings: 1 })).toEqual([
      '- 1 vehicle to deliver',
      '- 1 repair order past the promised time',
      '- 1 vehicle reaches 60 days in stock within a week',
      '- 1 checked-out vehicle overdue',
    ]);
  });
});
