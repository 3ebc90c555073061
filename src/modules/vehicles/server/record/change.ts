import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { cleanVin } from '../../../vin/contract.ts';
import { titleOf } from '../../contract/vehicle.ts';
import type * as calls from '../../contract.ts';
import { publishVehicleChanged } from '../publish.ts';
import type { VehicleDb } from '../tables.ts';
import { toConflict } from './add.ts';
import { addEvent } from './events.ts';
import { assertNotInTransfer, getVehicle, lockVehicle } from './find.ts';
import { getToday, type VehicleRow } from './rows.ts';
import { assertValidVehicle, toColumns } from './validate.ts';
import { validateVin } from './vins.ts';

type Body = ValidOf<typeof calls.changeVehicle>['body'];

export function changeVehicle(platform: Platform): Handler<typeof calls.changeVehicle> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params, body, ip }) => {
    assertValidVehicle(actor, body, await getToday(db));
    const { before, after } = await db
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
    }
    return getVehicle(db, actor, id);
  };
}

async function change(
  tx: VehicleDb,
  actor: Actor,
  id: number,
  { body, ip }: { body: Body; ip: string },
): Promise<{ before: VehicleRow; after: VehicleRow }> {
  const before = await lockVehicle(tx, actor, id, body.version);
  const columns = columnsOf(body, before);
  const changed = Object.keys(columns).filter(
    (name) => columns[name] !== before[name as keyof VehicleRow],
  );
  if (changed.length === 0) return { before, after: before };
  assertPriceReason(before, body);
  if (changed.includes('store')) assertNotInTransfer(before);
  await tx
    .updateTable('vehicles')
    .set({
      ...Object.fromEntries(changed.map((name) => [name, columns[name]])),
      version: before.version + 1,
    })
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
  return { before, after };
}

function columnsOf(body: Body, before: VehicleRow): Record<string, unknown> {
  const vin =
    body.vin === undefined
      ? {}
      : validateVin(
          body.vin,
          body.vinReason ?? (body.vin === before.vin ? reasonOf(before) : undefined),
        );
  const number = body.stockNumber === undefined ? {} : { stock_number: body.stockNumber };
  return { ...toColumns(body), ...vin, ...number };
}

const reasonOf = ({ vin_reason }: VehicleRow) => vin_reason ?? undefined;

function assertPriceReason(before: VehicleRow, { listCents, priceReason }: Body): void {
  if (listCents === undefined || before.list_cents === null) return;
  if (listCents === before.list_cents || priceReason) return;
  const problem = 'Enter a reason for the price change';
  throw invalid(`${problem}.`, { priceReason: problem });
}

/** Fields as named in the history, with readable values. */
function historyFields(row: VehicleRow): Record<string, string | number | null> {
  return {
    ...factsOf(row),
    cost: row.cost_cents,
    pack: row.pack_cents,
    floorplan:
      row.floorplan_lender &&
      `${row.floorplan_lender}, ${row.floored_on}, ${(row.floorplan_rate_bps ?? 0) / 100} %`,
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
