import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import { emailsTo } from '../../access/test/mailbox.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { createChannel } from '../../chat/contract/channels.ts';
import { postMessage } from '../../chat/contract.ts';
import { markOverdueLeads } from '../../leads/server/status/overdue.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { ReportId } from '../contract/report.ts';
import * as views from '../contract/views.ts';
import { listReports } from '../contract.ts';

// Data outside a reader’s scope must not leak through any endpoint, including sorting, differences and filters.
// So every reply is recorded, the hidden data is changed, and the replies must be identical. For readers who may
// see that data, the same endpoints must reply differently.
let stage: AdminStage;
/** Has all stores and full access. */
let head: StageUser;
/** Works for Hyundai. */
let employeeId: number;
let channelId: string;

const pages = ['reports', 'dashboard', 'customer_management', 'fleet_operations'] as const;
type Feature = 'view_data' | 'financial_reports' | 'create_records';
const money: Feature[] = ['view_data', 'financial_reports'];
beforeAll(async () => {
  stage = await openAdminStage();
  head = await addReader(['all']);
  await prepare();
});
afterAll(() => stage.stop());

/** A general manager of these stores, by default with access to cost and gross. */
const addReader = (storeAccess: ('ford' | 'hyundai' | 'all')[], features = money) =>
  stage.addUser({
    role: 'general_manager',
    storeAccess,
    pagePermissions: [...pages],
    featurePermissions: [...features],
  });
/** Adds a three-hour shift that began `ago` hours ago. */
const work = (userId: number, ago: number) =>
  run(sql`insert into time_punches (user_id, kind, at, source, client_id)
    select ${userId}, kind, now() - make_interval(hours => hours), 'online', gen_random_uuid()
    from (values ('clock_in', ${ago}::integer), ('clock_out', ${ago}::integer - 3)) punch (kind, hours)`);

const run = (query: ReturnType<typeof sql>) => query.execute(stage.platform.db);

/** Adds Hyundai records of each kind, and makes sure nothing becomes overdue while a test runs. */
async function prepare(): Promise<void> {
  const body = { type: 'team' as const, name: 'Hyundai people', store: 'hyundai' as const };
  const { body: channel } = await head.client.call(createChannel, {
    body: { clientId: randomUUID(), ...body, description: '', userIds: [] },
  });
  channelId = channel.id;
  const posted = await head.client.call(postMessage, {
    params: { channelId },
    body: { content: 'The price of the Tucson', messageType: 'text', clientMsgId: randomUUID() },
  });
  expect(posted.status).toBeLessThan(300);
  await run(sql`insert into chat_requests (message_id, channel_id, kind, status, asked_at, asked_by)
    values (${posted.body.id}, ${channelId}, 'price_approval', 'open', now(), ${head.id})`);
  const employee = await stage.addUser({ storeAccess: ['hyundai'] });
  employeeId = employee.id;
  await work(employeeId, 30);
  const past = sql`now() - interval '3 days'`;
  await run(sql`update leads set due_at = least(due_at, greatest(received_at, ${past}))`);
  await run(sql`update repair_orders set promised_at = null where promised_at > ${past}`);
  await run(
    sql`update vehicle_outings set due_at = now() + interval '9 days' where due_at > now()`,
  );
  await endLateLeads();
}

/** Runs the overdue-lead job until nothing is left, so it cannot change replies later. */
async function endLateLeads(): Promise<void> {
  for (let left = true; left; ) {
    await markOverdueLeads(stage.platform);
    const { rows } = await sql<{ id: number }>`select id from leads
      where is_waiting and late_at is null and due_at <= now() limit 1`.execute(stage.platform.db);
    left = rows.length > 0;
  }
}

/** Changes every Hyundai record. */
async function changeStore(): Promise<void> {
  const own = sql`store = 'hyundai'`;
  const orders = sql`repair_order_id in (select id from repair_orders where ${own})`;
  await run(sql`update deals set price_cents = price_cents + 77700, cost_cents = cost_cents + 3300,
    reserve_cents = reserve_cents + 5500, vehicle = '2026 Zenvo Aurora', vehicle_id = null,
    lender = case method when 'cash' then '' else 'Bank of Zenvo' end, condition = 'cpo',
    delivered_on = delivered_on - 1 where ${own}`);
  await run(sql`update repair_orders set closed_at = closed_at + interval '1 day' where ${own}`);
  await run(sql`update repair_order_lines set labor_sale_cents = labor_sale_cents + 1100,
    hours_flagged = hours_flagged + 10, technician_id = null where ${orders}`);
  await run(sql`update leads set received_at = received_at - interval '9 days', answered_at = null,
    answer_seconds = null, attempted_at = null, attempt_seconds = null, contacted_at = null,
    contact_seconds = null, assignee_id = ${head.id}, source_id = null, status = 'new',
    lost_reason = null where ${own}`);
  await run(sql`update stock_units set cost_cents = cost_cents + 4400, list_cents = list_cents + 6600,
    acquired_on = acquired_on - 70, floorplan_rate_bps = floorplan_rate_bps + 111 where ${own}`);
  await run(sql`update vehicles set make = 'Zenvo'
    where id in (select vehicle_id from stock_units where ${own})`);
  await run(sql`update vehicle_recon_steps s set actual_cents = coalesce(actual_cents, 0) + 2200,
    entered_at = entered_at - interval '2 days' from stock_vehicles v
    where v.id = s.unit_id and v.${own}`);
  await run(sql`update chat_requests r set asked_at = asked_at - interval '1 day', kind = 'other',
    due_at = now() - interval '5 days' from chat_channels c where c.id = r.channel_id and c.${own}`);
  await run(sql`update customer_appointments set starts_at = starts_at + interval '1 minute',
    kind = case kind when 'sales' then 'service' else 'sales' end where ${own}`);
  await work(employeeId, 20);
  await run(sql`update employees set hired_on = current_date - 10 where user_id = (
    select user_id from employees where ${own} and hired_on < current_date - 400 limit 1)`);
  await run(sql`update lead_routing set hours = jsonb_set(hours, '{2}', 'null') where ${own}`);
  await run(sql`insert into report_targets (store, month, report, measure, value, set_by)
    values ('hyundai', date_trunc('month', now()), 'sales', 'units', 123, ${head.id})
    on conflict do nothing`);
  await run(sql`insert into report_briefs (store, is_on, at) values ('hyundai', true, '06:07')`);
  await endLateLeads();
  await stage.platform.cache.clear('apiResponses');
}

/** Changes every cost in every store. */
async function changeCosts(): Promise<void> {
  await run(sql`update deals set cost_cents = (cost_cents * random())::integer + id * 13,
    recon_cents = recon_cents + 1900, pack_cents = pack_cents + 700,
    reserve_cents = (reserve_cents * random())::integer, products_gross_cents = id * 7`);
  await run(sql`update deals set trade_acv_cents = trade_acv_cents + 12300
    where trade_acv_cents is not null`);
  await run(sql`update deal_products set cost_cents = 100`);
  await run(sql`update repair_order_lines set labor_cost_cents = (id * 31) % 90000,
    parts_cost_cents = (id * 17) % 90000`);
  await run(
    sql`update stock_units set cost_cents = (id * 7919) % 9000000, floorplan_rate_bps = floorplan_rate_bps + 111`,
  );
  await run(sql`update vehicle_recon_steps set actual_cents = (id * 997) % 500000`);
  await run(sql`insert into report_targets (store, month, report, measure, value, set_by)
    select s, date_trunc('month', now() at time zone ${defaultTimezone}), r, m, 987654, ${head.id}
    from unnest(array['ford', 'hyundai', 'chevrolet']) s,
      (values ('sales', 'frontGross'), ('finance', 'backGross'), ('service', 'gross')) g (r, m)
    on conflict (store, month, report, measure) do update set value = 876543`);
  await stage.platform.cache.clear('apiResponses');
}

const today = dateAt(defaultTimezone, Date.now());
const year = { period: 'custom', from: addDays(today, -365), to: today, only: '' } as const;
/** Without timestamps and request ids. */
const normalize = (body: unknown) =>
  JSON.stringify(body, (name, value) => (name === 'asOf' || name === 'requestId' ? null : value));

/** Every reply a user gets, by endpoint. */
async function recordReplies(user: StageUser): Promise<Map<string, string>> {
  const { client } = user;
  const replies = new Map<string, string>();
  const get = async (path: string) =>
    replies.set(path, normalize((await client.raw('GET', path)).body));
  const { reports } = (await client.call(listReports)).body;
  for (const { id, groupings } of reports) {
    const query = new URLSearchParams(year);
    for (const { id: by } of groupings) await get(`/api/reports/${id}?${query}&by=${by}`);
    await get(`/api/reports/${id}/records?${query}`);
    for (const what of ['figures', 'records']) {
      const path = `/api/reports/${id}/export`;
      const { body } = await client.raw('POST', path, { body: { ...year, what } });
      replies.set(`${path} ${what}`, body);
    }
    replies.set(`mail of ${id}`, await mailOf(user, id));
  }
  const now = dateAt(defaultTimezone, Date.now()).slice(0, 7);
  for (const path of ['reports', 'report-overview', `report-targets?month=${now}`, 'report-briefs'])
    await get(`/api/${path}`);
  for (const path of ['stats', 'activity', 'day']) await get(`/api/dashboard/${path}`);
  return replies;
}

/** The email of a view. */
async function mailOf({ id, client }: StageUser, report: ReportId): Promise<string> {
  const viewFields = { name: 'A year', report, question: year, isShared: false };
  const body = { clientId: randomUUID(), ...viewFields };
  const params = { viewId: (await client.call(views.saveView, { body })).body.id };
  expect((await client.call(views.sendView, { params })).status).toBe(200);
  await client.call(views.deleteView, { params });
  const mail = (await emailsTo(stage, (await stage.row(id)).email)).at(-1);
  return `${mail?.text}${mail?.html}`.replaceAll(/view=\d+/g, '');
}

/** The endpoints whose replies have changed. */
async function changedEndpoints(user: StageUser, before: Map<string, string>): Promise<string[]> {
  const after = await recordReplies(user);
  expect([...after.keys()]).toEqual([...before.keys()]);
  return [...after].flatMap(([endpoint, reply]) =>
    reply === before.get(endpoint) ? [] : [endpoint],
  );
}

test('a filter on data of another store reveals no names and no figures', async () => {
  const ford = await addReader(['ford']);
  const keyOf = async (query: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ key: string }>`${query}`.execute(stage.platform.db);
    return rows[0]?.key ?? '';
  };
  const others = (column: string, table: string) =>
    keyOf(sql`select ${sql.ref(column)}::text as key from ${sql.table(table)}
      where store = 'hyundai' and ${sql.ref(column)} is not null and ${sql.ref(column)} not in (
        select ${sql.ref(column)} from ${sql.table(table)}
        where store = 'ford' and ${sql.ref(column)} is not null) limit 1`);
  const cases = [
    ['sales', 'salesperson', await others('salesperson_id', 'deals')],
    ['service', 'advisor', await others('advisor_id', 'repair_orders')],
    [
      'leads',
      'source',
      await keyOf(sql`select id::text as key from lead_sources
      where store = 'hyundai' limit 1`),
    ],
    ['chat', 'channel', channelId],
    ['people', 'person', String(employeeId)],
  ] as const;
  for (const [report, by, key] of cases) {
    const fetchReport = async ({ client }: StageUser) => {
      const query = new URLSearchParams({ ...year, only: `${by}:${encodeURIComponent(key)}` });
      const { status, body } = await client.raw('GET', `/api/reports/${report}?${query}`);
      expect([report, key, status]).toEqual([report, expect.stringMatching(/./), 200]);
      return body;
    };
    expect((await fetchReport(head)).narrowed[0].label).not.toBe(key);
    const { narrowed, rows, total } = await fetchReport(ford);
    expect([report, narrowed, rows]).toEqual([report, [{ by, key, label: key }], []]);
    expect(Object.values(total.figures).filter((figure) => figure)).toEqual([]);
  }
});

test('socket events cover the user’s own stores only, without content', async () => {
  const [ford, all] = [await addReader(['ford']), await addReader(['all'])];
  const writer = await addReader(['all'], ['view_data', 'create_records']);
  const [fordSocket, groupSocket] = [await ford.client.socket(), await all.client.socket()];
  for (const store of ['hyundai', 'ford'] as const) {
    const { rows } = await sql<{ id: number; version: number }>`select id, version from deals
      where store = ${store} and status = 'delivered' limit 1`.execute(stage.platform.db);
    const [deal] = rows;
    const body = { status: 'funded', version: deal?.version };
    const { status } = await writer.client.raw('PUT', `/api/deals/${deal?.id}/status`, { body });
    expect([store, status]).toEqual([store, 200]);
    expect(await groupSocket.next('deal_changed')).toEqual({ id: deal?.id, store });
    if (store === 'ford')
      expect(await fordSocket.next('deal_changed')).toEqual({ id: deal?.id, store });
  }
  const replies = fordSocket.frames.filter(({ type }) => !/presence|status|ready|auth/.test(type));
  expect(JSON.stringify(replies)).not.toMatch(/hyundai|cents|gross/i);
  for (const socket of [fordSocket, groupSocket]) socket.close();
});

test('nothing leaks from another store', {
  timeout: 300_000,
}, async () => {
  const [ford, all] = [await addReader(['ford']), await addReader(['all'])];
  const [own, complete] = [await recordReplies(ford), await recordReplies(all)];
  expect([...own.values()].join()).toContain('Ford');
  await changeStore();
  expect(await changedEndpoints(ford, own)).toEqual([]);
  const different = new Set(await changedEndpoints(all, complete));
  const same = [...complete.keys()].filter((endpoint) => !different.has(endpoint));
  // The list of reports, and the user’s own day.
  expect(same).toEqual(['/api/reports', '/api/dashboard/day']);
});

test('cost and gross do not leak without permission', { timeout: 300_000 }, async () => {
  const [ford, all] = [
    await addReader(['ford'], ['view_data']),
    await addReader(['all'], ['view_data']),
  ];
  const gm = await addReader(['ford']);
  const before = [await recordReplies(ford), await recordReplies(all)] as const;
  const known = await recordReplies(gm);
  await changeCosts();
  expect([await changedEndpoints(ford, before[0]), await changedEndpoints(all, before[1])]).toEqual(
    [[], []],
  );
  const different = new Set(await changedEndpoints(gm, known));
  const same = [...known.keys()].filter((endpoint) => !different.has(endpoint));
  // On its first day a month has no figures.
  const isFirst = dateAt(defaultTimezone, Date.now()).endsWith('-01');
  const without = /leads|people|workforce|chat|^.api.reports$|briefs|activity|day/;
  const hasNone = (endpoint: string) =>
    without.test(endpoint) || (isFirst && endpoint.includes('targets'));
  expect(same.filter((endpoint) => !hasNone(endpoint))).toEqual([]);
  expect(different.size).toBeGreaterThan(40);
});
