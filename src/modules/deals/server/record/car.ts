import type { Store } from '../../../../platform/contract/access.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import { findStockCar, type StockCar } from '../../../vehicles/server/public.ts';
import { maxCents } from '../../contract/facts.ts';
import type { DealsDb, DealsTable } from '../tables.ts';
import type { DealRow } from './rows.ts';
import type { DealInput } from './validate.ts';

type CarColumns = Pick<DealsTable, 'vehicle_id' | 'vehicle' | 'vin' | 'stock_number' | 'condition'>;
type CostColumns = Pick<DealsTable, 'cost_cents' | 'recon_cents' | 'pack_cents' | 'reserve_cents'>;

/**
 * The vehicle and cost columns of a deal. A stock vehicle is described by its stock record, which also
 * supplies the cost the deal leaves out. Throws 400 for a vehicle of another store, 409 for a sold one.
 */
export async function carOf(
  tx: DealsDb,
  store: Store,
  input: DealInput,
  before?: DealRow,
): Promise<CarColumns & CostColumns> {
  const { vehicleId } = input;
  const stock = vehicleId === null ? null : await findStockCar(tx, store, vehicleId);
  const isSame = before !== undefined && before.vehicle_id === vehicleId;
  const costs = costsOf(input, stock, isSame, before);
  if (vehicleId === null) {
    return {
      vehicle_id: null,
      vehicle: input.vehicle,
      vin: input.vin,
      stock_number: input.stockNumber,
      condition: input.condition,
      ...costs,
    };
  }
  if (isSame) {
    return {
      vehicle_id: vehicleId,
      vehicle: before.vehicle,
      vin: before.vin,
      stock_number: before.stock_number,
      condition: before.condition,
      ...costs,
    };
  }
  if (!stock) {
    const problem = 'This vehicle is not in stock at this store';
    throw invalid(`${problem}.`, { vehicleId: problem });
  }
  if (stock.refusal) throw conflict(stock.refusal, { vehicleId: stock.refusal });
  return {
    vehicle_id: vehicleId,
    vehicle: stock.title,
    vin: stock.vin,
    stock_number: stock.stockNumber,
    condition: stock.condition,
    ...costs,
  };
}

function costsOf(
  { costs }: DealInput,
  stock: StockCar | null,
  isSame: boolean,
  before: DealRow | undefined,
): CostColumns {
  const kept = isSame && before;
  const cost = costs?.costCents ?? (kept ? kept.cost_cents : 0);
  const recon = costs?.reconCents ?? (kept ? kept.recon_cents : 0);
  const pack = costs?.packCents ?? (kept ? kept.pack_cents : 0);
  const fill = cost === 0 && stock?.costCents ? stock : null;
  return {
    cost_cents: Math.min(maxCents, fill?.costCents ?? cost),
    recon_cents: Math.min(maxCents, recon || (fill?.reconCents ?? 0)),
    pack_cents: Math.min(maxCents, pack || (fill?.packCents ?? 0)),
    reserve_cents: costs?.reserveCents ?? before?.reserve_cents ?? 0,
  };
}
