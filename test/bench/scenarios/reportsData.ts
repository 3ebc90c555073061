import type pg from 'pg';

/** The number of repair orders in five years; the other records are in proportion. */
export const orderCount = Number(process.env.BENCH_ORDERS ?? 500_000);
const customerCount = Math.ceil(orderCount / 3);
export const dealCount = Math.ceil(orderCount * 0.12);
export const leadCount = Math.ceil(orderCount * 0.3);
const requestCount = Math.ceil(orderCount * 0.05);
const years = `interval '5 years'`;
const store = `(array['ford', 'hyundai', 'chevrolet'])[1 + n % 3]`;
/** The time of the `n`-th of `count` rows, latest first. */
const instantOf = (count: number) => `now() - ${years} * (n + 1) / ${count}::float8`;

/** Inserts five years of all records that the reports read. */
export async function insertRecords(pool: pg.Pool, people: readonly number[]): Promise<void> {
  const run = (text: string, counts: number) => pool.query(text, [counts, people]);
  const personAt = (offset: number) => `($2::int[])[1 + (n + ${offset}) % cardinality($2::int[])]`;
  const rows = 'from generate_series(0, $1 - 1) n';
  await run(
    `insert into customers (id, kind, first_name, last_name, created_by, updated_by)
     select 1000000 + n, 'person', 'Odalys', 'Wrenfield ' || n, ${personAt(0)}, ${personAt(0)} ${rows}`,
    customerCount,
  );
  const customer = `1000000 + n % ${customerCount}`;
  await run(
    `insert into repair_orders (client_id, store, number, customer_id, vehicle, advisor_id, status,
       opened_at, closed_at, created_by)
     select gen_random_uuid(), ${store}, (1000000 + n)::text, ${customer}, '2021 Escape SEL',
       ($2::int[])[1 + n % 15], 'closed', at - interval '30 hours', at, ($2::int[])[1]
     from (select n, ${instantOf(orderCount)} as at ${rows}) series`,
    orderCount,
  );
  await run(
    `insert into repair_order_lines (repair_order_id, position, pay_type, technician_id, complaint,
       hours_flagged, hours_actual, labor_sale_cents, labor_cost_cents, parts_sale_cents, parts_cost_cents,
       declined)
     select o.id, position, (array['customer', 'customer', 'warranty', 'internal'])[1 + n % 4],
       ($2::int[])[16 + n % 10 * 3 + (o.number::bigint % 3)::int], 'Oil change due',
       50 + n % 200, 60 + n % 180, 9000 + n % 20000, 3000, 7000 + n % 9000, 4000, n % 12 = 0
     from repair_orders o, generate_series(1, 1 + (o.id % 10 < 9)::int) position,
       lateral (select o.id * 7 + position * 13 as n) series
     where o.number::bigint >= 1000000 and $1 > 0`,
    orderCount,
  );
  await run(
    `insert into vehicles (vin, year, make, model)
     select '1FTFW3L5' || lpad(n::text, 9, '0'), 2018 + n % 8, (array['Ford', 'Hyundai', 'Chevrolet'])[1 + n % 3],
       'Model ' || n % 40 ${rows} where cardinality($2::int[]) > 0`,
    dealCount,
  );
  await run(
    `insert into stock_units (client_id, vehicle_id, store, stock_number, mileage, condition, place, sale, sold_on,
       gone_as, acquired_on, arrived_on, acquired_from, gone_on, list_cents, cost_cents, created_by)
     select gen_random_uuid(), (select id from vehicles where vin = '1FTFW3L5' || lpad(n::text, 9, '0')), ${store},
       'ZZ' || n, 10, (array['new', 'used'])[1 + n % 2], 'frontline', case when n >= 900 then 'sold' end,
       case when n >= 900 then at::date end, case when n >= 900 then 'delivered' end,
       at::date - 40, at::date - 40, 'trade', case when n < 900 then null else at::date end, 3000000, 2000000,
       ${personAt(0)}
     from (select n, ${instantOf(dealCount)} as at ${rows}) series`,
    dealCount,
  );
  await run(
    `insert into vehicle_recon_steps (unit_id, stage, entered_at, left_at, entered_by, actual_cents)
     select v.id, s.stage, v.acquired_on + s.n * interval '1 day' + v.id * s.n * 37 % 1200 * interval '1 minute',
       v.acquired_on + (s.n + 1) * interval '1 day' + v.id * (s.n + 1) * 37 % 1200 * interval '1 minute',
       v.created_by, 10000
     from stock_units v, (values (1, 'intake'), (2, 'mechanical'), (3, 'detail'), (4, 'frontline')) s (n, stage)
     where v.stock_number like 'ZZ%' and v.condition = 'used' and $1 > 0 and cardinality($2::int[]) > 0`,
    dealCount,
  );
  await run(
    `insert into deals (client_id, store, number, type, condition, customer_id, vehicle, salesperson_id,
       finance_manager_id, status, opened_at, signed_on, delivered_on, funded_on, method, lender, price_cents,
       cost_cents, reserve_cents, created_by)
     select gen_random_uuid(), ${store}, (1000000 + n)::text, 'retail', (array['new', 'used'])[1 + n % 2],
       ${customer}, (2018 + n % 8) || ' Ford Escape SEL', ${personAt(3)}, ${personAt(5)}, 'funded', at,
       at::date, at::date, at::date + 3, 'finance', 'Bank ' || n % 12, 3000000, 2800000, 60000, ${personAt(0)}
     from (select n, ${instantOf(dealCount)} as at ${rows}) series`,
    dealCount,
  );
  await run(
    `insert into deal_products (deal_id, position, kind, price_cents, cost_cents)
     select d.id, p, (array['service_contract', 'gap', 'maintenance'])[1 + (d.id + p) % 3], 90000, 40000
     from deals d, generate_series(1, 2) p
     where d.number::bigint >= 1000000 and $1 > 0 and cardinality($2::int[]) > 0`,
    dealCount,
  );
  await run(
    `insert into leads (store, customer_id, type, status, lost_reason, assignee_id, interest, received_at,
       due_at, answered_at, answer_seconds, attempted_at, attempt_seconds, contacted_at, contact_seconds, created_by)
     select ${store}, ${customer}, (array['internet', 'phone', 'walk_in'])[1 + n % 3],
       (array['contacted', 'lost', 'sold', 'showed'])[1 + n % 4], case when n % 4 = 1 then 'price' end,
       ${personAt(2)}, '2026 Ford Escape', at, at + interval '15 minutes',
       at + n * 37 % 2400 * interval '1 second', n * 37 % 2400, at + n * 37 % 2400 * interval '1 second', n * 37 % 2400,
       at + n * 37 % 2400 * interval '1 second', n * 37 % 2400, ${personAt(0)}
     from (select n, ${instantOf(leadCount)} as at ${rows}) series`,
    leadCount,
  );
  await insertRequests(run, rows);
  await run(
    `insert into time_punches (user_id, kind, at, source, client_id)
     select person, kind, day + (6 + n % 4 + hours) * interval '1 hour', 'online', gen_random_uuid()
     from unnest($2::int[]) person, generate_series(1, $1) n,
       lateral (select date_trunc('day', now()) - n * interval '1 day' as day) series,
       (values ('clock_in', 0), ('break_start', 4), ('break_end', 5), ('clock_out', 9)) made (kind, hours)
     where extract(isodow from day) < 6`,
    1_825,
  );
  await pool.query('vacuum analyze');
}

async function insertRequests(
  run: (text: string, count: number) => Promise<unknown>,
  rows: string,
): Promise<void> {
  await run(
    `insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content, created_at)
     select gen_random_uuid(), 'service', 10000000 + n, 10000000 + n,
       ($2::int[])[1 + n % cardinality($2::int[])], gen_random_uuid(), 'Where is the part?', ${instantOf(requestCount)}
     ${rows}`,
    requestCount,
  );
  await run(
    `insert into chat_requests (message_id, channel_id, kind, status, asked_at, asked_by, owner_id, claimed_at,
       due_at, closed_at, closed_by)
     select id, channel_id, 'part_eta', 'done', created_at, sender_id, sender_id,
       created_at + seq % 30 * interval '1 minute', created_at + interval '1 hour',
       created_at + seq % 90 * interval '1 minute', sender_id
     from chat_messages where seq >= 10000000 and $1 > 0 and cardinality($2::int[]) > 0`,
    requestCount,
  );
}
