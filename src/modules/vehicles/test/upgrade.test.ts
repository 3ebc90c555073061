import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../platform/server/db/migrate.ts';
import { createScratch } from '../../../platform/server/db/test/scratch.ts';
import { createLog } from '../../../platform/server/log/log.ts';

const log = createLog('silent');
let scratch: Awaited<ReturnType<typeof createScratch>>;
const query = async (text: string) => (await scratch.pool.query(text)).rows;

/** The statuses of the time before, one vehicle each; its number is its id. */
const statuses = [
  ...['in_transit', 'received', 'acquired', 'recon', 'frontline', 'hold', 'deposit'],
  ...['sold', 'delivered', 'wholesale'],
];

/** Days, gross and interest of each vehicle, as they were calculated then. */
const figuresBefore = `select v.id, v.vin, v.stock_number, v.store, v.status, v.in_stock, v.make, v.mileage,
    coalesce(v.gone_on, date '2026-03-01') - v.acquired_on as days, d.front_cents,
    v.cost_cents::float8 * v.floorplan_rate_bps / 10000 / 365
      * greatest(0, coalesce(v.gone_on, date '2026-03-01') - v.floored_on) as interest
  from vehicles v left join deals d on d.vehicle_id = v.id order by v.id`;
const figuresAfter = `select v.id, v.vin, v.stock_number, v.store, v.status, v.in_stock, v.make, v.mileage,
    coalesce(v.gone_on, date '2026-03-01') - v.acquired_on as days, d.front_cents,
    case when v.floored_on is not null then floorplan_interest(u, date '2026-03-01') end as interest
  from stock_vehicles v join stock_units u on u.id = v.id left join deals d on d.vehicle_id = v.id
  order by v.id`;

let before: Record<string, unknown>[];

beforeAll(async () => {
  scratch = await createScratch();
  // Conflicts with a table of the first new file, so that the state before it remains.
  await query('create table stock_units (mine integer)');
  await expect(migrate(scratch.pool, log)).rejects.toThrow('0077_stock_units.sql');
  await query('drop table stock_units');
  await query(`insert into users (first_name, last_name, username, email)
    values ('Walt', 'Jankowski', 'walt', 'walt@example.com')`);
  await query(`insert into customers (kind, first_name, last_name, created_by, updated_by)
    select 'person', 'Odalys', 'Wrenfield', id, id from users`);
  await query(`insert into vehicles (client_id, vin, store, stock_number, year, make, model, mileage, condition,
      status, acquired_on, acquired_from, gone_on, cost_cents, floorplan_lender, floored_on,
      floorplan_rate_bps, created_by)
    select gen_random_uuid(), '1FTFW3L51RK9' || lpad(n::text, 5, '0'), 'ford', 'FN26' || lpad(n::text, 4, '0'),
      2026, 'Ford', 'Escape', 10 + n, 'new', status, '2026-01-05', 'factory',
      case when status in ('delivered', 'wholesale') then date '2026-02-01' end, 2000000, 'Bank',
      '2026-01-06', 730, (select max(id) from users)
    from unnest(array[${statuses.map((status) => `'${status}'`)}]) with ordinality t (status, n)`);
  await query(`update vehicles set cost_cents = null where status = 'hold'`);
  await query(`insert into vehicle_events (vehicle_id, kind, author_id, data)
    select id, 'added', created_by, '{"status": "in_transit", "stockNumber": "X"}' from vehicles`);
  for (const [status, from, to, at = '2026-01-24 20:00+00'] of [
    ['sold', 'in_transit', 'received', '2026-01-12 05:30+00'],
    ['sold', 'received', 'sold', '2026-01-21 05:30+00'],
    ['deposit', 'frontline', 'deposit'],
    ['delivered', 'in_transit', 'received'],
    ['delivered', 'received', 'frontline'],
    ['delivered', 'frontline', 'sold'],
    ['delivered', 'sold', 'delivered'],
  ])
    await query(`insert into vehicle_events (vehicle_id, kind, author_id, at, data)
      select id, 'status', created_by, '${at}', '{"from": "${from}", "to": "${to}"}' from vehicles
      where status = '${status}'`);
  await query(`insert into vehicle_recon_steps (vehicle_id, stage, entered_by)
    select id, 'body', created_by from vehicles where status = 'recon'`);
  await query(`insert into deals (client_id, store, number, type, condition, customer_id, vehicle, vehicle_id,
      salesperson_id, status, opened_at, signed_on, delivered_on, price_cents, cost_cents, created_by)
    select gen_random_uuid(), 'ford', '20417', 'retail', 'new', c.id, '2026 Ford Escape', v.id, v.created_by,
      'delivered', '2026-01-20', '2026-01-25', '2026-02-01', 2300000, 2000000, v.created_by
    from vehicles v cross join customers c where v.status = 'delivered'`);
  before = await query(figuresBefore);
  await migrate(scratch.pool, log);
});
afterAll(() => scratch.drop());

test('keeps every vehicle, its id, its status, its days, its gross and its interest', async () => {
  expect(before).toHaveLength(statuses.length);
  const rounded = (rows: Record<string, unknown>[]) =>
    rows.map(({ interest, ...row }) => ({ ...row, interest: Math.round(Number(interest)) }));
  expect(rounded(await query(figuresAfter))).toEqual(rounded(before));
  expect(await query('select count(*)::int as n from vehicles')).toEqual([{ n: statuses.length }]);
});

test('knows no principal of a floored vehicle without a cost', async () => {
  const principals = await query(`select status, floorplan_cents from stock_units
    where status in ('frontline', 'hold') order by status`);
  expect(principals).toEqual([
    { status: 'frontline', floorplan_cents: 2_000_000 },
    { status: 'hold', floorplan_cents: null },
  ]);
});

test('knows where each vehicle was before it was sold, and when that was', async () => {
  const stands = await query(`select status, place, sale, gone_as, sold_on::text from stock_units
    where status in ('sold', 'delivered', 'deposit', 'wholesale', 'recon') order by id`);
  expect(stands).toMatchObject([
    { status: 'recon', place: 'recon', sale: null, gone_as: null, sold_on: null },
    { status: 'deposit', place: 'frontline', sale: 'deposit' },
    { status: 'sold', place: 'received', sale: 'sold', gone_as: null },
    // The day its deal was signed.
    { status: 'delivered', place: 'frontline', sale: 'sold', sold_on: '2026-01-25' },
    { status: 'wholesale', place: 'frontline', sale: null, gone_as: 'wholesale' },
  ]);
});

test('has a deposit for each vehicle on deposit, by its last history, so that it can end', async () => {
  const deposits = await query(`select u.status, d.cents, d.expires_on, d.customer_id, d.ended_at,
      d.taken_by = u.created_by as is_known, d.taken_at = e.at as is_dated
    from stock_deposits d join stock_units u on u.id = d.unit_id
      join vehicle_events e on e.unit_id = u.id and e.data->>'to' = 'deposit'`);
  expect(deposits).toEqual([
    {
      status: 'deposit',
      cents: null,
      expires_on: null,
      customer_id: null,
      ended_at: null,
      is_known: true,
      is_dated: true,
    },
  ]);
});

test('counts a day in the group time zone', async () => {
  const days = await query(`select status, sold_on::text, arrived_on::text from stock_units
    where status in ('sold', 'frontline') order by status`);
  // Both happened late on the day before, as the stores see it.
  expect(days).toEqual([
    { status: 'frontline', sold_on: null, arrived_on: '2026-01-05' },
    { status: 'sold', sold_on: '2026-01-20', arrived_on: '2026-01-11' },
  ]);
});

test('still finds each by its text, and follows a change of its facts', async () => {
  const found = (text: string) =>
    query(`select count(*)::int as n from stock_units where search_text like folded('%${text}%')`);
  expect(await found('2026 Ford Escape')).toEqual([{ n: statuses.length }]);
  await query(
    `update vehicles set model = 'Bronco' where id = (select min(vehicle_id) from stock_units)`,
  );
  expect(await found('2026 Ford Bronco')).toEqual([{ n: 1 }]);
});
