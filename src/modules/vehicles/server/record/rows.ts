import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { dateAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { escapeLike } from '../../../../platform/server/records/queries.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Source, YearDays } from '../../contract/fields.ts';
import type { Stage } from '../../contract/recon/stages.ts';
import type { Condition, CountGroup, Place, Status, StockClass } from '../../contract/status.ts';
import type { Money, OutingKind, Vehicle } from '../../contract/vehicle.ts';
import { canSeeMoney } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';

/** A stay in stock with the facts of its vehicle; `id` is the stay’s. */
export interface VehicleRow {
  id: number;
  vehicle_id: number;
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
  class: StockClass;
  place: Place;
  status: Status;
  in_stock: boolean;
  counted_as: CountGroup | null;
  arrived_on: string | null;
  deliver_on: string | null;
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
  floorplan_cents: number | null;
  floorplan_year_days: YearDays | null;
  floorplan_free_days: number | null;
  floorplan_paid_on: string | null;
  /** Of the floorplan today; null without one. */
  balance_cents: number;
  interest_cents: number;
  daily_cents: number;
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

/** Complete with joins or a `where` on `stock_vehicles v`. */
export const selectRows = (today: string) => sql`
  select v.id, v.vehicle_id, v.vin, v.vin_reason, v.store, v.stock_number, v.traded_for_id, v.year, v.make, v.model,
    v.trim, v.body, v.exterior, v.interior, v.mileage, v.condition, v.class, v.place, v.status, v.in_stock,
    v.counted_as, v.arrived_on::text as arrived_on, v.deliver_on::text as deliver_on,
    v.acquired_on::text as acquired_on, v.acquired_from,
    greatest(0, coalesce(v.gone_on, ${today}::date) - v.acquired_on) as days,
    v.list_cents, v.msrp_cents, v.cost_cents, v.pack_cents, v.floorplan_lender,
    v.floored_on::text as floored_on, v.floorplan_rate_bps, v.floorplan_cents, v.floorplan_year_days,
    v.floorplan_free_days, v.floorplan_paid_on::text as floorplan_paid_on,
    floorplan.balance_cents, floorplan.interest_cents, floorplan.daily_cents,
    v.lot_location, v.key_tag, v.version,
    (select coalesce(sum(coalesce(s.actual_cents, s.estimate_cents)), 0)::bigint
      from vehicle_recon_steps s
      where s.unit_id = v.id) as recon_cents,
    (select p.id from vehicle_pictures p where p.unit_id = v.id
      order by p.position, p.id limit 1) as picture_id,
    step.stage, step.entered_at as stage_since, o.kind as out_kind, o.due_at as out_due,
    moving.to_store as moving_to
  from stock_vehicles v
    left join lateral (select floorplan_balance(u, ${today}::date) as balance_cents,
        floorplan_interest(u, ${today}::date) as interest_cents, floorplan_daily(u, ${today}::date) as daily_cents
      from stock_units u where u.id = v.id and v.floored_on is not null) floorplan on true
    left join vehicle_recon_steps step on step.unit_id = v.id and step.left_at is null
    left join vehicle_outings o on o.unit_id = v.id and o.in_at is null
    left join vehicle_transfers moving on moving.unit_id = v.id and moving.ended_at is null`;

/** Each term is one more index scan. */
const maxTerms = 8;

/** Conditions on a vehicle `v`: stock number, VIN and text, in any order. */
export const matchesOf = (typed: string) =>
  typed
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, maxTerms)
    .map((word) => sql`v.search_text like '%' || folded(${escapeLike(word)}::text) || '%'`);

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
    class: row.class,
    place: row.place,
    status: row.status,
    inStock: row.in_stock,
    countedAs: row.counted_as,
    deliverOn: row.deliver_on,
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

function floorplanOf(row: VehicleRow): Money['floorplan'] {
  const {
    floorplan_lender: lender,
    floored_on: flooredOn,
    floorplan_rate_bps: rateBps,
    floorplan_cents: principalCents,
    floorplan_year_days: yearDays,
    floorplan_free_days: freeDays,
  } = row;
  // The database has all of them, or none; the principal may be unknown.
  if (lender === null || flooredOn === null || rateBps === null) return null;
  if (yearDays === null || freeDays === null) return null;
  return {
    lender,
    flooredOn,
    rateBps,
    principalCents,
    yearDays,
    freeDays,
    paidOn: row.floorplan_paid_on,
    balanceCents: row.balance_cents,
    dailyCents: Math.round(row.daily_cents),
    carryCents: Math.round(row.interest_cents),
  };
}
