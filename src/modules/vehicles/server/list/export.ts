import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { classNames, conditionNames, statusNames } from '../../contract/status.ts';
import type { Vehicle } from '../../contract/vehicle.ts';
import type * as calls from '../../contract.ts';
import { canSeeMoney } from '../policy.ts';
import { getToday, toVehicle } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { assertMayQuery, whereMatches } from './filter.ts';
import { findRows } from './list.ts';
import { orderOf } from './order.ts';

/** The file is built in memory; a group has a few hundred vehicles in stock. */
const maxRows = 20_000;

type Column = readonly [string, (car: Vehicle) => string | number | null | undefined];

const dollars = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? '' : (cents / 100).toFixed(2);

const columns: readonly Column[] = [
  ['stock_number', (car) => car.stockNumber],
  ['vin', (car) => car.vin],
  ['store', (car) => car.store],
  ['condition', (car) => conditionNames[car.condition]],
  ['class', (car) => classNames[car.class]],
  ['status', (car) => statusNames[car.status]],
  ['place', (car) => statusNames[car.place]],
  ['deliver_on', (car) => car.deliverOn],
  ['year', (car) => car.year],
  ['make', (car) => car.make],
  ['model', (car) => car.model],
  ['trim', (car) => car.trim],
  ['body', (car) => car.body],
  ['exterior', (car) => car.exterior],
  ['interior', (car) => car.interior],
  ['mileage', (car) => car.mileage],
  ['acquired_on', (car) => car.acquiredOn],
  ['acquired_from', (car) => car.acquiredFrom],
  ['days_in_stock', (car) => car.daysInStock],
  ['list_price', (car) => dollars(car.listCents)],
  ['msrp', (car) => dollars(car.msrpCents)],
  ['lot_location', (car) => car.lotLocation],
  ['key_tag', (car) => car.keyTag],
];

const moneyColumns: readonly Column[] = [
  ['cost', (car) => dollars(car.money?.costCents)],
  ['pack', (car) => dollars(car.money?.packCents)],
  ['recon', (car) => dollars(car.money?.reconCents)],
  ['gross', (car) => dollars(car.money?.grossCents)],
  ['floorplan_lender', (car) => car.money?.floorplan?.lender],
  ['floored_on', (car) => car.money?.floorplan?.flooredOn],
  ['floorplan_principal', (car) => dollars(car.money?.floorplan?.principalCents)],
  ['floorplan_balance', (car) => dollars(car.money?.floorplan?.balanceCents)],
  ['floorplan_paid_on', (car) => car.money?.floorplan?.paidOn],
  ['floorplan_carry', (car) => dollars(car.money?.floorplan?.carryCents)],
];

/** The list as CSV, recorded in the activity log. */
export function exportVehicles(platform: Platform): Handler<typeof calls.exportVehicles> {
  const db: VehicleDb = platform.db;
  return async ({ actor, body, ip }) => {
    assertMayQuery(actor, body);
    const today = await getToday(db);
    const where = whereMatches(actor, body, today);
    const listQuery = { where, order: orderOf(body.sort), limit: maxRows };
    const rows = await findRows(db, today, listQuery);
    await recordActivity(db, {
      actor,
      action: 'vehicles.exported',
      subject: { type: 'vehicle', id: null, name: 'Stock list' },
      after: { cars: rows.length, ...body },
      ip,
    });
    const visibleColumns = canSeeMoney(actor) ? [...columns, ...moneyColumns] : columns;
    const lines = rows.map((row) => {
      const car = toVehicle(row, actor);
      return visibleColumns.map(([, read]) => String(read(car) ?? ''));
    });
    return csvFile(`stock-${today}.csv`, [visibleColumns.map(([name]) => name), ...lines]);
  };
}
