import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { workforceReport } from '../server/reports/workforce/report.ts';
import { fullScope, openServiceStage, queryOf, read, type ServiceStage } from './service-stage.ts';

let stage: ServiceStage;
beforeAll(async () => {
  stage = await openServiceStage();
});
beforeEach(async () => {
  await sql`update employees set hired_on = null, left_on = null`.execute(stage.db);
});
afterAll(() => stage.stop());

interface Employment {
  store?: string | null;
  department?: string | null;
  hired_on: string;
  left_on?: string;
}

async function employ(values: Employment, jobs: readonly object[] = []): Promise<number> {
  const { id } = await stage.addUser();
  const row = { store: 'ford', department: 'sales', ...values };
  await stage.db.updateTable('employees').set(row).where('user_id', '=', id).execute();
  for (const job of jobs) {
    const whole = { user_id: id, department: row.department, reason: 'Test', ...job };
    await stage.db.insertInto('employee_jobs').values(whole).execute();
  }
  return id;
}

const quarter = (values = {}) => queryOf('2026-01-01', '2026-03-31', values);
const moved = [
  { store: 'ford', effective_on: '2021-03-01' },
  { store: 'hyundai', effective_on: '2026-03-01' },
];

/** January to March has 90 days; together they were employed for 300 of them. */
async function employFour(): Promise<void> {
  await employ({ hired_on: '2020-01-01' });
  await employ({ hired_on: '2026-01-16' });
  await employ({ hired_on: '2025-12-20', left_on: '2026-02-14', department: 'service' });
  await employ({ hired_on: '2021-03-01', left_on: '2026-03-31', store: 'hyundai' }, moved);
}

test('matches a hand calculation by store', async () => {
  await employFour();
  const { ford, hyundai, total } = await read(stage.db, workforceReport, quarter());
  expect(ford).toEqual({
    headcount: 269 / 90,
    hires: 1,
    leavers: 1,
    turnover: 90 / 269,
    annualTurnover: 365 / 269,
    earlyShare: 1,
    tenure: 56,
    absence: 0,
    absenceShare: 0,
  });
  expect(hyundai).toEqual({
    headcount: 31 / 90,
    hires: 0,
    leavers: 1,
    turnover: 90 / 31,
    annualTurnover: 365 / 31,
    earlyShare: 0,
    tenure: 1856,
    absence: 0,
    absenceShare: 0,
  });
  expect(total).toMatchObject({ hires: 1, leavers: 2, earlyShare: 0.5, tenure: 956 });
  expect(total?.headcount).toBeCloseTo(300 / 90, 10);
  expect(total?.turnover).toBeCloseTo(0.6, 10);
  expect(total?.annualTurnover).toBeCloseTo(730 / 300, 10);
});

test('counts the days of each month by itself, and the total over all of them', async () => {
  await employFour();
  const months = await read(stage.db, workforceReport, quarter(), 'month');
  expect(months['2026-01']).toMatchObject({ headcount: 109 / 31, hires: 1, leavers: 0 });
  expect(months['2026-02']).toMatchObject({ headcount: 3.5, leavers: 1, turnover: 1 / 3.5 });
  expect(months['2026-03']).toMatchObject({ headcount: 3, leavers: 1, turnover: 1 / 3 });
  expect(months.total?.headcount).toBeCloseTo(300 / 90, 10);
  const only = [{ by: 'month', key: '2026-02' }];
  const february = await read(stage.db, workforceReport, quarter({ only }));
  expect(february.total).toMatchObject({ headcount: 3.5, leavers: 1 });
});

test('counts the hours of approved time off against the weeks of employment', async () => {
  const id = await employ({ hired_on: '2026-01-01' });
  const ask = async (state: string, day: string, minutes: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into time_off_requests (user_id, kind_id, starts_on, ends_on, portion, from_minute, to_minute,
        reason, state, client_id, created_by)
      select ${id}, min(id), ${day}::date, ${day}::date, 'full', 0, 1440, '', ${state}, gen_random_uuid(), ${id}
      from time_off_kinds returning id`.execute(stage.db);
    await sql`insert into time_off_days values (${rows[0]?.id ?? 0}, ${day}::date, ${minutes})`.execute(
      stage.db,
    );
  };
  await ask('approved', '2026-01-05', 480);
  await ask('approved', '2026-02-10', 240);
  await ask('declined', '2026-02-12', 480);
  await ask('approved', '2026-04-01', 480);
  const { total } = await read(stage.db, workforceReport, quarter());
  expect(total?.absence).toBe(12);
  expect(total?.absenceShare).toBeCloseTo(12 / ((90 * 40) / 7), 10);
});

test('days to come and employees without a hire date count nothing', async () => {
  await employ({ hired_on: '2026-11-01' });
  await employ({ hired_on: '2026-12-01' });
  const { total } = await read(stage.db, workforceReport, queryOf('2026-11-01', '2026-12-31'));
  expect(total).toMatchObject({ headcount: 1, hires: 1 });
  const later = await read(stage.db, workforceReport, queryOf('2026-12-01', '2026-12-31'));
  expect(later).toEqual({ total: expect.objectContaining({ headcount: null, hires: 0 }) });
});

test('shows employees of the whole group only to who reads every store', async () => {
  await employ({ hired_on: '2020-01-01', store: null, department: null });
  await employ({ hired_on: '2020-01-01', store: 'chevrolet' });
  const all = await read(stage.db, workforceReport, quarter());
  expect(Object.keys(all).toSorted()).toEqual(['', 'chevrolet', 'total']);
  const departments = await read(stage.db, workforceReport, quarter(), 'department');
  expect(departments['']).toMatchObject({ headcount: 1 });
  const scope = { ...fullScope, stores: ['ford', 'chevrolet'] as const };
  const some = await read(stage.db, workforceReport, quarter({ scope }));
  expect(Object.keys(some).toSorted()).toEqual(['chevrolet', 'total']);
});

test('lists who came and left with the job they had, newest first, page by page', async () => {
  await employFour();
  const page = (after?: string) =>
    workforceReport.records.read(stage.db, quarter(), { after, limit: 2 });
  const first = await page();
  expect(first.records.map(({ cells }) => [cells[0], cells[2], cells[5], cells[6]])).toEqual([
    ['2026-03-31', 'Left', 'Hyundai', 1856],
    ['2026-02-14', 'Left', 'Ford', 56],
  ]);
  const second = await page(first.next ?? '');
  expect(second.records.map(({ cells }) => [cells[0], cells[2], cells[6]])).toEqual([
    ['2026-01-16', 'Hired', null],
  ]);
  expect(second.next).toBeNull();
});
