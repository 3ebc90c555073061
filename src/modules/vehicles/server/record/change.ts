import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { cleanVin } from '../../../vin/contract.ts';
import { statusNames } from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import type * as calls from '../../contract.ts';
import { canTransfer, keepsStore } from '../policy.ts';
import { publishVehicleChanged } from '../publish.ts';
import type { VehicleDb } from '../tables.ts';
import { toConflict } from './add.ts';
import { listCurtailments } from './curtailments.ts';
import { addEvent } from './events.ts';
import { assertNotInTransfer, getVehicle, lockVehicle } from './find.ts';
import { getToday, type VehicleRow } from './rows.ts';
import { bumpStays, type Stay, settleVehicle } from './stays.ts';
import { assertValidVehicle, toFacts, toUnit } from './validate.ts';
import { validateVin } from './vins.ts';

type Body = ValidOf<typeof calls.changeVehicle>['body'];

export function changeVehicle(platform: Platform): Handler<typeof calls.changeVehicle> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params, body, ip }) => {
    assertValidVehicle(actor, body, await getToday(db));
    const { before, after, others } = await db
      .transaction()
      .execute((tx) => change(tx, actor, params.vehicleId, { body, ip }))
      .catch(async (error) => {
        throw await toConflict(db, actor, cleanVin(body.vin ?? ''), error);
      });
    const renamed = (
      ['vin', 'store', 'stock_number', 'year', 'make', 'model', 'trim'] as const
    ).some((name) => before[name] !== after[name]);
    const { id, store } = after;
    if (after.version > before.version) {
      publishVehicleChanged(platform, { id, store, before: before.store, renamed });
      for (const other of others) publishVehicleChanged(platform, { ...other, renamed });
    }
    return getVehicle(db, actor, id);
  };
}

/** Corrects the store of a vehicle. It has the effect of a transfer, so it is refused where a transfer would be. */
function assertMayChangeStore(actor: Actor, car: VehicleRow): void {
  if (!canTransfer(actor)) throw forbidden('Only managers can move vehicles to another store.');
  assertNotInTransfer(car);
  if (car.out_kind) {
    throw conflict('This vehicle is checked out. Check it in before you change its store.');
  }
  if (!keepsStore(car)) return;
  const why =
    car.status === 'deposit' ? 'has a deposit' : `is ${statusNames[car.status].toLowerCase()}`;
  throw conflict(`This vehicle ${why}. Its store can’t change.`);
}

interface Change {
  before: VehicleRow;
  after: VehicleRow;
  /** The other stays of the vehicle, if its facts changed: they have the same. */
  others: readonly Stay[];
}

async function change(
  tx: VehicleDb,
  actor: Actor,
  id: number,
  { body, ip }: { body: Body; ip: string },
): Promise<Change> {
  const before = await lockVehicle(tx, actor, id, body.version);
  const facts = changedOf(factsColumns(body, before), before);
  const unit = changedOf(unitColumns(body, before), before);
  if (Object.keys(facts).length + Object.keys(unit).length === 0) {
    return { before, after: before, others: [] };
  }
  assertPriceReason(before, body);
  if ('store' in unit) assertMayChangeStore(actor, before);
  if (body.deliverOn && before.status !== 'sold') {
    throw conflict('Only a sold vehicle has a delivery date.');
  }
  if ('floorplan_cents' in unit) await assertCoversCurtailments(tx, id, unit.floorplan_cents);
  const others = await changeFacts(tx, before, facts);
  await tx
    .updateTable('stock_units')
    .set({ ...unit, version: before.version + 1 })
    .where('id', '=', id)
    .execute();
  const after = await lockVehicle(tx, actor, id);
  await addHistory(tx, actor, { before, after, reason: body.priceReason ?? null });
  await recordActivity(tx, {
    actor,
    action: 'vehicle.changed',
    subject: { type: 'vehicle', id, name: `${after.stock_number}, ${titleOf(after)}` },
    // Readers of the activity log may not be allowed to see costs.
    before: withoutMoney(before),
    after: withoutMoney(after),
    ip,
  });
  return { before, after, others };
}

type Facts = Readonly<Record<string, unknown>>;

/**
 * Writes facts of the vehicle, for all its stays. A corrected VIN says that this stay is of another vehicle, which the
 * group may know already; the other stays keep theirs.
 */
async function changeFacts(
  tx: VehicleDb,
  before: VehicleRow,
  facts: Facts,
): Promise<Change['others']> {
  if (Object.keys(facts).length === 0) return [];
  const { id, vehicle_id: vehicleId } = before;
  if (!('vin' in facts) || (await isOnlyOfItsVin(tx, before, String(facts.vin)))) {
    await tx.updateTable('vehicles').set(facts).where('id', '=', vehicleId).execute();
    return bumpStays(tx, vehicleId, id);
  }
  const { vin, vin_reason: reason = before.vin_reason, ...changed } = facts;
  const { year, make, model, trim, body, exterior, interior } = before;
  const { id: settled, others } = await settleVehicle(
    tx,
    { vin: String(vin), vin_reason: reason === null ? null : String(reason) },
    { year, make, model, trim, body, exterior, interior, ...changed },
  );
  await tx.updateTable('stock_units').set({ vehicle_id: settled }).where('id', '=', id).execute();
  await sql`delete from vehicles where id = ${vehicleId}
    and not exists (select from stock_units where vehicle_id = ${vehicleId})`.execute(tx);
  return others;
}

/** Whether this is the only stay of its vehicle, and no other vehicle has the VIN it should have. */
async function isOnlyOfItsVin(tx: VehicleDb, row: VehicleRow, vin: string): Promise<boolean> {
  const { rows } = await sql<{ only: boolean }>`
    select not exists (select from vehicles where vin = ${vin})
      and not exists (select from stock_units
        where vehicle_id = ${row.vehicle_id} and id <> ${row.id}) as only`.execute(tx);
  return rows[0]?.only ?? false;
}

const changedOf = (columns: Readonly<Record<string, unknown>>, before: VehicleRow) =>
  Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => value !== before[name as keyof VehicleRow]),
  );

function factsColumns(body: Body, before: VehicleRow): Record<string, unknown> {
  const vin =
    body.vin === undefined
      ? {}
      : validateVin(
          body.vin,
          body.vinReason ?? (body.vin === before.vin ? reasonOf(before) : undefined),
        );
  return { ...toFacts(body), ...vin };
}

function unitColumns(body: Body, before: VehicleRow): Record<string, unknown> {
  const number = body.stockNumber === undefined ? {} : { stock_number: body.stockNumber };
  // It had arrived when it was acquired; that day was the same mistake.
  const arrived = body.acquiredOn !== undefined &&
    before.arrived_on === before.acquired_on && { arrived_on: body.acquiredOn };
  return { ...toUnit(body, before), ...number, ...arrived };
}

/** What lenders want back before the sale stays part of the principal. */
async function assertCoversCurtailments(
  tx: VehicleDb,
  id: number,
  principal: unknown,
): Promise<void> {
  const curtailments = await listCurtailments(tx, id);
  const sum = curtailments.reduce((all, { cents }) => all + cents, 0);
  if (sum <= Number(principal ?? 0)) return;
  const problem =
    principal === null
      ? 'Remove the curtailments before you remove the floorplan'
      : 'Curtailments can’t exceed the principal';
  throw invalid(`${problem}.`, { 'floorplan.principalCents': problem });
}

const reasonOf = ({ vin_reason }: VehicleRow) => vin_reason ?? undefined;

function assertPriceReason(before: VehicleRow, { listCents, priceReason }: Body): void {
  if (listCents === undefined || before.list_cents === null) return;
  if (listCents === before.list_cents || priceReason) return;
  const problem = 'Enter a reason for the price change';
  throw invalid(`${problem}.`, { priceReason: problem });
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Fields as named in the history, with readable values. */
function historyFields(row: VehicleRow): Record<string, string | number | null> {
  return {
    ...factsOf(row),
    cost: row.cost_cents,
    pack: row.pack_cents,
    floorplan:
      row.floorplan_lender &&
      [
        `${row.floorplan_lender}, ${dollars.format((row.floorplan_cents ?? 0) / 100)} from ${row.floored_on}`,
        `${(row.floorplan_rate_bps ?? 0) / 100} % of ${row.floorplan_year_days} days`,
        ...(row.floorplan_free_days ? [`${row.floorplan_free_days} free days`] : []),
        ...(row.floorplan_paid_on ? [`paid off ${row.floorplan_paid_on}`] : []),
      ].join(', '),
  };
}

const factsOf = (row: VehicleRow) => ({
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
  acquiredOn: row.acquired_on,
  acquiredFrom: row.acquired_from,
  msrp: row.msrp_cents,
  lotLocation: row.lot_location,
  keyTag: row.key_tag,
  class: row.class,
  deliverOn: row.deliver_on,
});

const withoutMoney = (row: VehicleRow) => ({ ...factsOf(row), listCents: row.list_cents });

async function addHistory(
  tx: VehicleDb,
  actor: Actor,
  { before, after, reason }: { before: VehicleRow; after: VehicleRow; reason: string | null },
): Promise<void> {
  const was = historyFields(before);
  const is = historyFields(after);
  const fields = Object.keys(is)
    .filter((name) => was[name] !== is[name])
    .map((name) => ({ name, from: was[name] ?? null, to: is[name] ?? null }));
  if (fields.length > 0) {
    await addEvent(tx, after.id, actor.userId, { kind: 'changed', fields });
  }
  if (before.list_cents !== after.list_cents) {
    await addEvent(tx, after.id, actor.userId, {
      kind: 'price',
      from: before.list_cents,
      to: after.list_cents,
      reason,
    });
  }
}
