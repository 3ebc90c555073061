import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { assertVisible } from '../../../../platform/server/records/stores.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Price } from '../../contract/prices.ts';
import { storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';
import { getToday } from './rows.ts';

interface PriceRow extends Omit<Price, 'at'> {
  at: Date;
}

/** The price it came with, then each change, newest first. Throws 404 if the actor may not see the vehicle. */
export async function listPrices(db: VehicleDb, actor: Actor, unitId: number): Promise<Price[]> {
  await assertVisible(db, { table: 'stock_units', id: unitId, stores: storesOf(actor) });
  const today = await getToday(db);
  const timezone = await getTimezone(db);
  // A vehicle that was added with a price has it from its first event; the first change says what it was.
  const { rows } = await sql<PriceRow>`
    with changes as (
      select e.id, e.at, e.author_id, (e.data->>'from')::bigint as before, (e.data->>'to')::bigint as cents,
        e.data->>'reason' as reason
      from vehicle_events e where e.unit_id = ${unitId} and e.kind = 'price'),
    first as (
      select e.id, e.at, e.author_id, null::bigint as before,
        coalesce((select c.before from changes c order by c.id limit 1),
          case when not exists (select from changes) then u.list_cents end) as cents,
        null::text as reason
      from stock_units u join lateral (select e.id, e.at, e.author_id from vehicle_events e
        where e.unit_id = u.id order by e.id limit 1) e on true
      where u.id = ${unitId}),
    prices as (
      select * from changes union all select * from first where cents is not null)
    select p.id, p.at, author.shown_name as by, p.cents, p.cents - p.before as "changeCents", p.reason,
      greatest(0, coalesce((lead(p.at) over (order by p.id) at time zone ${timezone})::date,
        u.gone_on, ${today}::date) - (p.at at time zone ${timezone})::date) as days
    from prices p join users author on author.id = p.author_id
      join stock_units u on u.id = ${unitId}
    order by p.id desc`.execute(db);
  return rows.map(({ at, ...price }) => ({ ...price, at: at.toISOString() }));
}
