import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import { mailsTo } from '../../access/test/mailbox.ts';
import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
import { createChannel } from '../../chat/contract/channels.ts';
import { postMessage } from '../../chat/contract.ts';
import { noteLate } from '../../leads/server/clock/late.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { ReportId } from '../contract/report.ts';
import * as views from '../contract/views.ts';
import { listReports } from '../contract.ts';

// What somebody may not know must not reach them by any door or detour, sorting, subtraction and narrowing
// among them: so everything they are told is taken down, what they may not know is changed all over, and they
// must be told the very same again. Whoever may know it is told something else, through the same doors.
let office: Office;
/** Has all stores, and may know everything. */
let head: Employed;
/** Works for Hyundai. */
let clerkId: number;
let channelId: string;

const pages = ['reports', 'dashboard', 'customer_management', 'fleet_operations'] as const;
type Feature = 'view_data' | 'financial_reports' | 'create_records';
const money: Feature[] = ['view_data', 'financial_reports'];
beforeAll(async () => {
  office = await openOffice();
  head = await hire(['all']);
  await prepare();
});
afterAll(() => office.stop());

/** Leads these stores, and may see cost and gross unless told. */
const hire = (storeAccess: ('ford' | 'hyundai' | 'all')[], features = money) =>
  office.hire({
    ...{ role: 'general_manager', storeAccess, pagePermissions: [...pages] },
    featurePermissions: [...features],
  });
/** Three hours, which began so many hours ago. */
const work = (userId: number, ago: number) =>
  run(sql`insert into time_punches (user_id, kind, at, source, client_id)
    select ${userId}, kind, now() - make_interval(hours => hours), 'online', gen_random_uuid()
    from (values ('clock_in', ${ago}::integer), ('clock_out', ${ago}::integer - 3)) punch (kind, hours)`);

const run = (query: ReturnType<typeof sql>) => query.execute(office.platform.db);

/** Something of each kind in Hyundai’s books, and nothing that becomes late while a test runs. */
async function prepare(): Promise<void> {
  const body = { type: 'team' as const, name: 'Hyundai people', store: 'hyundai' as const };
  const { body: channel } = await head.client.call(createChannel, {
    body: { clientId: randomUUID(), ...body, description: '', userIds: [] },
  });
  channelId = channel.id;
  const said = await head.client.call(postMessage, {
    params: { channelId },
    body: { content: 'The price of the Tucson', messageType: 'text', clientMsgId: randomUUID() },
  });
  expect(said.status).toBeLessThan(300);
  await run(sql`insert into chat_requests (message_id, channel_id, kind, status, asked_at, asked_by)
    values (${said.body.id}, ${channelId}, 'price_approval', 'open', now(), ${head.id})`);
  const clerk = await office.hire({ storeAccess: ['hyundai'] });
  clerkId = clerk.id;
  await work(clerkId, 30);
  const past = sql`now() - interval '3 days'`;
  await run(sql`update leads set due_at = least(due_at, greatest(received_at, ${past}))`);
  await run(sql`update repair_orders set promised_at = null where promised_at > ${past}`);
  await run(
    sql`update vehicle_outings set due_at = now() + interval '9 days' where due_at > now()`,
  );
  await endLateLeads();
}

/** What each minute does with leads by itself is done before anything is taken down, not between. */
async function endLateLeads(): Promise<void> {
  for (let left = true; left; ) {
    await noteLate(office.platform);
    const { rows } = await sql<{ id: number }>`select id from leads
      where is_waiting and late_at is null and due_at <= now() limit 1`.execute(office.platform.db);
    left = rows.length > 0;
  }
}

/** Everything of Hyundai is another. */
async function shakeStore(): Promise<void> {
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
    answer_seconds = null, assignee_id = ${head.id}, source_id = null, status = 'new',
    lost_reason = null where ${own}`);
  await run(sql`update vehicles set cost_cents = cost_cents + 4400, list_cents = list_cents + 6600,
    acquired_on = acquired_on - 70, make = 'Zenvo', floorplan_rate_bps = floorplan_rate_bps + 111 where ${own}`);
  await run(sql`update vehicle_recon_steps s set actual_cents = coalesce(actual_cents, 0) + 2200,
    entered_at = entered_at - interval '2 days' from vehicles v
    where v.id = s.vehicle_id and v.${own}`);
  await run(sql`update chat_requests r set asked_at = asked_at - interval '1 day', kind = 'other',
    due_at = now() - interval '5 days' from chat_channels c where c.id = r.channel_id and c.${own}`);
  await run(sql`update customer_appointments set starts_at = starts_at + interval '1 minute',
    kind = case kind when 'sales' then 'service' else 'sales' end where ${own}`);
  await work(clerkId, 20);
  await run(sql`update lead_desks set hours = jsonb_set(hours, '{2}', 'null') where ${own}`);
  await run(sql`insert into report_targets (store, month, report, measure, value, set_by)
    values ('hyundai', date_trunc('month', now()), 'sales', 'units', 123, ${head.id})
    on conflict do nothing`);
  await run(sql`insert into report_briefs (store, is_on, at) values ('hyundai', true, '06:07')`);
  await endLateLeads();
  await office.platform.cache.clear('apiResponses');
}

/** Whatever anything cost is another, in every store. */
async function shakeCosts(): Promise<void> {
  await run(sql`update deals set cost_cents = (cost_cents * random())::integer + id * 13,
    recon_cents = recon_cents + 1900, pack_cents = pack_cents + 700,
    reserve_cents = (reserve_cents * random())::integer, products_gross_cents = id * 7`);
  await run(sql`update deals set trade_acv_cents = trade_acv_cents + 12300
    where trade_acv_cents is not null`);
  await run(sql`update deal_products set cost_cents = 100`);
  await run(sql`update repair_order_lines set labor_cost_cents = (id * 31) % 90000,
    parts_cost_cents = (id * 17) % 90000`);
  await run(
    sql`update vehicles set cost_cents = (id * 7919) % 9000000, floorplan_rate_bps = floorplan_rate_bps + 111`,
  );
  await run(sql`update vehicle_recon_steps set actual_cents = (id * 997) % 500000`);
  await run(sql`insert into report_targets (store, month, report, measure, value, set_by)
    select s, date_trunc('month', now() at time zone ${defaultTimezone}), r, m, 987654, ${head.id}
    from unnest(array['ford', 'hyundai', 'chevrolet']) s,
      (values ('sales', 'frontGross'), ('finance', 'backGross'), ('service', 'gross')) g (r, m)
    on conflict (store, month, report, measure) do update set value = 876543`);
  await office.platform.cache.clear('apiResponses');
}

const today = dateAt(defaultTimezone, Date.now());
const year = { period: 'custom', from: addDays(today, -365), to: today, only: '' } as const;
/** Without when it was told, and without an id anew each time. */
const still = (body: unknown) =>
  JSON.stringify(body, (name, value) => (name === 'asOf' || name === 'requestId' ? null : value));

/** Everything somebody is told, by the door they are told it at. */
async function hear(who: Employed): Promise<Map<string, string>> {
  const { client } = who;
  const heard = new Map<string, string>();
  const get = async (path: string) => heard.set(path, still((await client.raw('GET', path)).body));
  const { reports } = (await client.call(listReports)).body;
  for (const { id, groupings } of reports) {
    const query = new URLSearchParams(year);
    for (const { id: by } of groupings) await get(`/api/reports/${id}?${query}&by=${by}`);
    await get(`/api/reports/${id}/records?${query}`);
    for (const what of ['figures', 'records']) {
      const path = `/api/reports/${id}/export`;
      const { body } = await client.raw('POST', path, { body: { ...year, what } });
      heard.set(`${path} ${what}`, body);
    }
    heard.set(`mail of ${id}`, await mailOf(who, id));
  }
  const now = new Date().toISOString().slice(0, 7);
  for (const path of ['reports', 'report-overview', `report-targets?month=${now}`, 'report-briefs'])
    await get(`/api/${path}`);
  for (const path of ['stats', 'activity', 'day']) await get(`/api/dashboard/${path}`);
  return heard;
}

/** A view as it is mailed to them. */
async function mailOf({ id, client }: Employed, report: ReportId): Promise<string> {
  const facts = { name: 'A year', report, question: year, isShared: false };
  const body = { clientId: randomUUID(), ...facts };
  const params = { viewId: (await client.call(views.saveView, { body })).body.id };
  expect((await client.call(views.sendView, { params })).status).toBe(200);
  await client.call(views.deleteView, { params });
  const mail = (await mailsTo(office, (await office.row(id)).email)).at(-1);
  return `${mail?.text}${mail?.html}`.replaceAll(/view=\d+/g, '');
}

/** The doors at which somebody is told something else than before. */
async function changed(who: Employed, before: Map<string, string>): Promise<string[]> {
  const after = await hear(who);
  expect([...after.keys()]).toEqual([...before.keys()]);
  return [...after].flatMap(([door, words]) => (words === before.get(door) ? [] : [door]));
}

test('narrowed to who or what is of another store, a report names nobody and has nothing', async () => {
  const ford = await hire(['ford']);
  const keyOf = async (query: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ key: string }>`${query}`.execute(office.platform.db);
    return rows[0]?.key ?? '';
  };
  const others = (column: string, table: string) =>
    keyOf(sql`select ${sql.ref(column)}::text as key from ${sql.table(table)}
      where store = 'hyundai' and ${sql.ref(column)} is not null and ${sql.ref(column)} not in (
        select ${sql.ref(column)} from ${sql.table(table)}
        where store = 'ford' and ${sql.ref(column)} is not null) limit 1`);
  const asked = [
    ['sales', 'salesperson', await others('salesperson_id', 'deals')],
    ['service', 'advisor', await others('advisor_id', 'repair_orders')],
    [
      'leads',
      'source',
      await keyOf(sql`select id::text as key from lead_sources
      where store = 'hyundai' limit 1`),
    ],
    ['chat', 'channel', channelId],
    ['people', 'person', String(clerkId)],
  ] as const;
  for (const [report, by, key] of asked) {
    const tell = async ({ client }: Employed) => {
      const query = new URLSearchParams({ ...year, only: `${by}:${encodeURIComponent(key)}` });
      const { status, body } = await client.raw('GET', `/api/reports/${report}?${query}`);
      expect([report, key, status]).toEqual([report, expect.stringMatching(/./), 200]);
      return body;
    };
    expect((await tell(head)).narrowed[0].label).not.toBe(key);
    const { narrowed, rows, total } = await tell(ford);
    expect([report, narrowed, rows]).toEqual([report, [{ by, key, label: key }], []]);
    expect(Object.values(total.figures).filter((figure) => figure)).toEqual([]);
  }
});

test('the socket tells that something happened in one’s own store, and neither what nor elsewhere', async () => {
  const [ford, all] = [await hire(['ford']), await hire(['all'])];
  const writer = await hire(['all'], ['view_data', 'create_records']);
  const [near, far] = [await ford.client.socket(), await all.client.socket()];
  for (const store of ['hyundai', 'ford'] as const) {
    const { rows } = await sql<{ id: number; version: number }>`select id, version from deals
      where store = ${store} and status = 'delivered' limit 1`.execute(office.platform.db);
    const [deal] = rows;
    const body = { status: 'funded', version: deal?.version };
    const { status } = await writer.client.raw('PUT', `/api/deals/${deal?.id}/status`, { body });
    expect([store, status]).toEqual([store, 200]);
    expect(await far.next('deal_changed')).toEqual({ id: deal?.id, store });
    if (store === 'ford') expect(await near.next('deal_changed')).toEqual({ id: deal?.id, store });
  }
  const heard = near.frames.filter(({ type }) => !/presence|status|ready|auth/.test(type));
  expect(JSON.stringify(heard)).not.toMatch(/hyundai|cents|gross/i);
  for (const socket of [near, far]) socket.close();
});

test('nothing of another store reaches who has none but their own', {
  timeout: 300_000,
}, async () => {
  const [ford, all] = [await hire(['ford']), await hire(['all'])];
  const [own, whole] = [await hear(ford), await hear(all)];
  expect([...own.values()].join()).toContain('Ford');
  await shakeStore();
  expect(await changed(ford, own)).toEqual([]);
  const told = new Set(await changed(all, whole));
  const same = [...whole.keys()].filter((door) => !told.has(door));
  // What reports there are, and one’s own day.
  expect(same).toEqual(['/api/reports', '/api/dashboard/day']);
});

test('nothing of cost and gross reaches who may not see them', { timeout: 300_000 }, async () => {
  const [ford, all] = [await hire(['ford'], ['view_data']), await hire(['all'], ['view_data'])];
  const boss = await hire(['ford']);
  const before = [await hear(ford), await hear(all)] as const;
  const known = await hear(boss);
  await shakeCosts();
  expect([await changed(ford, before[0]), await changed(all, before[1])]).toEqual([[], []]);
  const told = new Set(await changed(boss, known));
  const same = [...known.keys()].filter((door) => !told.has(door));
  const without = /leads|people|chat|^.api.reports$|briefs|activity|day/;
  expect(same.filter((door) => !without.test(door))).toEqual([]);
  expect(told.size).toBeGreaterThan(40);
});
