import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { logHours } from '../server/log.ts';
import { maxRecordsPerHour } from '../server/meter.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let admin: Client;
const idOf = async (client: Client) => (await client.raw('GET', '/api/user')).body.id as number;

beforeAll(async () => {
  forecourt = await startForecourt();
  [employee, manager, admin] = (await Promise.all(
    ['employee', 'manager', 'admin'].map((name) => forecourt.signIn(name)),
  )) as [Client, Client, Client];
});
afterAll(() => forecourt.stop());

const entries = async (action: string) =>
  (await admin.raw('GET', `/api/activity?action=${action}`)).body as Record<string, never>[];
const counted = async (userId: number) => {
  const { rows } = await sql<{ kind: string; calls: number; rows: number; records: number }>`
    select kind, calls, rows, records from data_reads where user_id = ${userId} order by kind`.execute(
    forecourt.platform.db,
  );
  return rows;
};

describe('lists of customers', () => {
  test('are counted per user and hour, without the search text, and logged once the hour is over', async () => {
    const userId = await idOf(employee);
    const page = await employee.raw('GET', '/api/customers?limit=20');
    expect(page.body).toHaveLength(20);
    await employee.raw('GET', '/api/customers?limit=20');
    const leads = (await employee.raw('GET', '/api/leads')).body.length;
    await expect
      .poll(() => counted(userId))
      .toEqual([
        { kind: 'customers', calls: 2, rows: 40, records: 20 },
        { kind: 'leads', calls: 1, rows: leads, records: leads },
      ]);
    await employee.raw('GET', '/api/customers?search=Zanzibar');
    const { db } = forecourt.platform;
    await expect.poll(async () => (await counted(userId))[0]?.calls).toBe(3);
    await logHours(db, new Date());
    expect(await entries('customer_data.listed')).toEqual([]);
    const later = new Date(Date.now() + 3_600_000);
    await Promise.all([logHours(db, later), logHours(db, later)]);
    const logged = await entries('customer_data.listed');
    expect(logged).toEqual([
      expect.objectContaining({
        actorId: userId,
        subjectName: `${20 + leads} records in an hour`,
        after: expect.objectContaining({ customers: 20, leads, calls: 4, rows: 40 + leads }),
      }),
    ]);
    expect(JSON.stringify(logged)).not.toContain('Zanzibar');
  });

  test('stop at the hourly limit, for that user only, with a message', async () => {
    const userId = await idOf(manager);
    await sql`insert into data_reads (user_id, hour, kind, calls, rows, records)
      values (${userId}, date_trunc('hour', now()), 'deals', 1, 1, ${maxRecordsPerHour})`.execute(
      forecourt.platform.db,
    );
    let response = await manager.raw('GET', '/api/customers?limit=20');
    await expect
      .poll(async () => {
        response = await manager.raw('GET', '/api/customers?limit=20');
        return response.status;
      })
      .toBe(429);
    expect(response.body.error).toContain('unusual number of different customer records');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await manager.raw('GET', '/api/leads')).status).toBe(429);
    expect((await employee.raw('GET', '/api/customers?limit=20')).status).toBe(200);
  });

  test('in unusual numbers alert the administrators and managers once, and are logged', async () => {
    const named = async (client: Client) =>
      (await client.raw('GET', '/api/notifications')).body.notifications.filter(
        ({ title }: { title: string }) => /read [\d,]+ customer records/.test(title),
      ).length;
    await expect.poll(() => named(admin)).toBe(1);
    expect(await named(employee)).toBe(0);
    await manager.raw('GET', '/api/user');
    expect(await entries('customer_data.unusual')).toEqual([
      expect.objectContaining({ actorId: await idOf(manager), action: 'customer_data.unusual' }),
    ]);
    const { rows } = await sql<{ subject: string }>`
      select subject from mail_outbox where subject like '%customer records'`.execute(
      forecourt.platform.db,
    );
    expect(rows.length).toBeGreaterThan(0);
  });
});

test.each([
  ['leads', 'lead.viewed'],
  ['deals', 'deal.viewed'],
  ['repair-orders', 'repair_order.viewed'],
])('opening one of the %s is logged, once an hour', async (path, action) => {
  const [first] = (await employee.raw('GET', `/api/${path}`)).body as { id: number }[];
  expect(first).toBeDefined();
  for (let n = 0; n < 3; n += 1) {
    expect((await employee.raw('GET', `/api/${path}/${first?.id}`)).status).toBe(200);
  }
  expect(await entries(action)).toEqual([
    expect.objectContaining({ actorId: await idOf(employee), subjectId: String(first?.id) }),
  ]);
});

test('a record that was not found is not logged as viewed', async () => {
  const before = (await entries('deal.viewed')).length;
  expect((await employee.raw('GET', '/api/deals/999999')).status).toBe(404);
  expect(await entries('deal.viewed')).toHaveLength(before);
});
