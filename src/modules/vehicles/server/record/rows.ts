import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { dateAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Source } from '../../contract/fields.ts';
import type { Stage } from '../../contract/recon/stages.ts';
import type { Condition, Status } from '../../contract/status.ts';
import type { Money, OutingKind, Vehicle } from '../../contract/vehicle.ts';
import { canSeeMoney } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';

export interface VehicleRow {
  id: number;
  vin: string;
  vin_reason: string | null;
  store: Store;
  stock_number: string;
  traded_for_id: number | null;
  year: number;
  make: string;
  model: string;
  trim: string;
  body: string;
  exterior: string;
  interior: string;
  mileage: number;
  condition: Condition;
  status: Status;
  in_stock: boolean;
  acquired_on: string;
  acquired_from: Source;
  days: number;
  list_cents: number | null;
  msrp_cents: number | null;
  cost_cents: number | null;
  pack_cents: number;
  recon_cents: number;
  floorplan_lender: string | null;
  floored_on: string | null;
  floorplan_rate_bps: number | null;
  floored_days: number | null;
  lot_location: string;
  key_tag: string;
  /** Destination of an open transfer. */
  moving_to: Store | null;
  picture_id: string | null;
  stage: Stage | null;
  stage_since: Date | null;
  out_kind: OutingKind | null;
  out_due: Date | null;
  version: number;
}

/** Today in the group’s time zone; days in stock are counted until it. */
export const getToday = async (db: VehicleDb): Promise<string> =>
  dateAt(await getTimezone(db), Date.now());

/** Complete with joins or a `where` on `vehicles v`. */
export const selectRows = (today: string) => sql`
  select v.id, v.vin, v.vin_reason, v.store, v.stock_number, v.traded_for_id, v.year, v.make, v.model,
    v.trim, v.body, v.exterior, v.interior, v.mileage, v.condition, v.status, v.in_stock,
    v.acquired_on::text as acquired_on, v.acquired_from,
    greatest(0, coalesce(v.gone_on, ${today}::date) - v.acquired_on) as days,
    v.list_cents, v.msrp_cents, v.cost_cents, v.pack_cents, v.floorplan_lender,
    v.floored_on::text as floored_on, v.floorplan_rate_bps,
    greatest(0, coalesce(v.gone_on, ${today}::date) - v.floored_on) as floored_days,
    v.lot_location, v.key_tag, v.version,
    (select coalesce(sum(coalesce(s.actual_cents, s.estimate_cents)), 0)::bigint
      from vehicle_recon_steps s
      where s.vehicle_id = v.id and s.entered_at >= v.acquired_on) as recon_cents,
    (select p.id from vehicle_pictures p where p.vehicle_id = v.id
      order by p.position, p.id limit 1) as picture_id,
    step.stage, step.entered_at as stage_since, o.kind as out_kind, o.due_at as out_due,
    moving.to_store as moving_to
  from vehicles v
    left join vehicle_recon_steps step on step.vehicle_id = v.id and step.left_at is null
    left join vehicle_outings o on o.vehicle_id = v.id and o.in_at is null
    left join vehicle_transfers moving on moving.vehicle_id = v.id and moving.ended_at is null`;

export function toVehicle(row: VehicleRow, actor: Actor): Vehicle {
  return {
    id: row.id,
    vin: row.vin,
    store: row.store,
    stockNumber: row.stock_number,
    year: row.year,
    make: row.make,
    model: row.model,
    trim: row.trim,
    body: row.body,
    exterior: row.exterior,
    interior: row.interior,
    mileage: row.mileage,
    condition: row.condition,
    status: row.status,
    inStock: row.in_stock,
    acquiredOn: row.acquired_on,
    acquiredFrom: row.acquired_from,
    daysInStock: row.days,
    listCents: row.list_cents,
    msrpCents: row.msrp_cents,
    lotLocation: row.lot_location,
    keyTag: row.key_tag,
    pictureId: row.picture_id,
    recon: row.stage && { stage: row.stage, since: (row.stage_since as Date).toISOString() },
    out: row.out_kind && { kind: row.out_kind, dueAt: (row.out_due as Date).toISOString() },
    movingTo: row.moving_to,
    version: row.version,
    ...(canSeeMoney(actor) && { money: moneyOf(row) }),
  };
}

export function moneyOf(row: VehicleRow): Money {
  const { list_cents: list, cost_cents: cost, pack_cents: pack, recon_cents: recon } = row;
  return {
    costCents: cost,
    packCents: pack,
    reconCents: recon,
    floorplan: floorplanOf(row),
    grossCents: list === null || cost === null ? null : list - cost - recon - pack,
  };
}

const basisPointDays = 10_000 * 365;

function floorplanOf(row: VehicleRow): Money['floorplan'] {
  const { floorplan_lender: lender, floored_on: flooredOn, floorplan_rate_bps: rateBps } = row;
  if (lender === null || flooredOn === null || rateBps === null) return null;
  const yearly = (row.cost_cents ?? 0) * rateBps;
  return {
    lender,
    flooredOn,
    rateBps,
    dailyCents: Math.round(yearly / basisPointDays),
    carryCents: Math.round((yearly * (row.floored_days ?? 0)) / basisPointDays),
  };
}
