import type pg from 'pg';

export const vehicleCount = 50_000;
/** One in five is in stock: ten times the largest groups of a few stores. */
const stockShare = 5;

/** Inserts fifty thousand vehicles of three stores, a fifth of them in stock. */
export async function insertVehicles(pool: pg.Pool): Promise<void> {
  const rows = `(select n, (array['ford', 'hyundai', 'chevrolet'])[1 + n % 3] as store,
       translate(upper(substr(md5(n::text), 1, 11)), 'IOQ', 'XYZ') || lpad(n::text, 6, '0') as vin,
       ('x' || substr(md5(n::text || 'r'), 1, 7))::bit(28)::integer as r,
       array['Ford', 'Hyundai', 'Chevrolet', 'Toyota', 'Honda', 'Kia', 'Jeep', 'Ram'] as makes,
       array['F-150', 'Tucson', 'Silverado', 'Camry', 'Civic', 'Sorento', 'Wrangler'] as models,
       array['XLT', 'SEL', 'LT', 'Limited', 'Platinum', 'Sport'] as trims,
       array['Oxford White', 'Agate Black', 'Rapid Red', 'Silver', 'Blue'] as colors
     from generate_series(1, $1::int) n) raw`;
  await pool.query(
    `insert into vehicles (vin, year, make, model, trim, body, exterior)
     select vin, 2015 + r % 12, makes[1 + r % cardinality(makes)], models[1 + r / 7 % cardinality(models)],
       trims[1 + r / 61 % cardinality(trims)], 'SUV', colors[1 + r / 11 % cardinality(colors)]
     from ${rows}`,
    [vehicleCount],
  );
  await pool.query(
    `insert into stock_units (client_id, vehicle_id, store, stock_number, mileage, condition, place, sale,
       sold_on, gone_as, acquired_on, arrived_on, acquired_from, gone_on, list_cents, cost_cents, created_by)
     select gen_random_uuid(), c.id, store, upper(left(store, 1)) || 'N' || lpad(n::text, 6, '0'), r % 120000,
       (array['new', 'used', 'used', 'cpo'])[1 + r % 4],
       case when n % $2 = 0
         then (array['acquired', 'recon', 'frontline', 'frontline', 'frontline', 'hold'])[1 + r % 6]
         else 'frontline' end,
       case when n % $2 <> 0 then 'sold' end, case when n % $2 <> 0 then current_date - r % 90 end,
       case when n % $2 <> 0 then 'delivered' end, day, day, 'auction',
       case when n % $2 <> 0 then current_date - r % 90 end, 1000000 + r % 6000000, 900000 + r % 5000000, u.id
     from ${rows} join vehicles c using (vin)
     cross join lateral (select current_date - case when n % $2 = 0 then r % 140 else 100 + r % 2000 end as day) d
     cross join (select min(id) as id from users) u`,
    [vehicleCount, stockShare],
  );
  await pool.query(
    `insert into vehicle_events (unit_id, kind, author_id, data)
     select v.id, 'price', v.created_by, '{"from": 1000000, "to": 900000, "reason": "45 days"}'
     from stock_units v cross join generate_series(1, 4)`,
  );
  await pool.query(
    `insert into vehicle_recon_steps (unit_id, stage, entered_by, estimate_cents)
     select id, 'mechanical', created_by, 40000 from stock_units where status = 'recon'
     on conflict do nothing`,
  );
  await pool.query('vacuum analyze');
}
